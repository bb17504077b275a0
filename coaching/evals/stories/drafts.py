"""What somebody does with a card that the coach has drafted: as it is written, or by a rule.

Who has said yes before keeps it. Who hasn't keeps what is mostly in their own words, makes it
shorter when some of it is, and leaves what is none of theirs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from coaching.conversation import keep_draft, leave_draft
from coaching.services import proposals
from coaching.services.drafts import Changed
from coaching.text.content import content_words
from coaching.text.similarity import containment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.evals.stories.behind import Behind
    from coaching.evals.stories.form import DraftAnswer, Session

CARD, MOSTLY = "save_card", 0.5
TOLD = {"keep": "a draft, kept", "change": "a draft, changed and kept", "leave": "a draft, left"}


def given_in(lay: Behind) -> Mapping[str, Any]:
    """Return what the coach drafted in a reply."""
    return lay.calls[_place(lay)].given


def answer_to(session: Session, given: Mapping[str, Any], said: Iterable[str]) -> DraftAnswer:
    """Return what they do with a draft, after what they have said in this session."""
    if session.draft:
        return session.draft
    about = content_words(str(given.get("content", "")))
    own = frozenset[str]().union(*map(content_words, said))
    if not about or given.get("agreed") or containment(about, own) >= MOSTLY:
        return "keep"
    return "change" if about & own else "leave"


async def decide(coaching: Coaching, owner: UUID, draft_id: UUID, answer: DraftAnswer) -> None:
    """Press the button: keep it, keep the first sentence of it, or leave it."""
    if answer == "leave":
        await leave_draft(coaching, owner, draft_id)
        return
    async with coaching.unit(owner) as s:
        content = str((await proposals.require(s, owner, draft_id)).payload["content"])
    shorter = Changed(content=content.partition(". ")[0]) if answer == "change" else None
    await keep_draft(coaching, owner, draft_id, shorter)


def noted(
    lay: Behind, kept: tuple[str, ...], answer: DraftAnswer
) -> tuple[Behind, tuple[str, ...]]:
    """Return what lay behind a reply and what was kept, with what became of its draft."""
    at, calls, told = _place(lay), list(lay.calls), list(kept)
    told[at] = f"{TOLD[answer]}: {calls[at].given.get('title', '')}"
    calls[at] = replace(calls[at], draft=answer)
    return replace(lay, calls=tuple(calls)), tuple(told)


def _place(lay: Behind) -> int:
    return max(n for n, call in enumerate(lay.calls) if call.name == CARD and call.is_done)
