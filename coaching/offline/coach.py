"""One reply from a working context: which mode, which lines, what is offered with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline import lines
from coaching.offline.candidates import Line
from coaching.offline.draft import Draft
from coaching.offline.modes import mode_of
from coaching.offline.moment import moment
from coaching.offline.remembered import remembered
from coaching.offline.scene import GRIEF_MODES
from coaching.offline.text import first_words

if TYPE_CHECKING:
    from pydantic import JsonValue

    from coaching.offline.keeping import Keep
    from coaching.values.context import PendingOffer, WorkingContext

HONEST, SOFTENED = "bt1", "so1"
FIRST_REPLIES, TALK = 8, "talk"
TELLS_WHAT_IT_IS = (HONEST, "ai1", "ai5", "ai6")
TELLS_SOFTENED = (SOFTENED, "cn1", "ac1")
NOT_NOW = frozenset(
    {"crisis", "crisis_again", "crisis_person", "crisis_company", "crisis_abuse", "concern"}
    | {"grief_named", "grief_continues", "loss_named", "tears", "goodbye", "about_me", "quiet"}
    | {"check_open"}
    | {"after_crisis", "after_crisis_safe"}
)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the coach says, or what it asks to keep first."""

    text: str
    mode: str
    template_ids: tuple[str, ...]
    pending: PendingOffer | None = None
    keep: Keep | None = None

    def meta(self) -> dict[str, JsonValue]:
        """Return what is stored with the message."""
        offer = self.pending
        return {
            "mode": self.mode,
            "template_ids": list(self.template_ids),
            "opening": first_words(self.text),
            "pending": {"kind": offer.kind, "text": offer.text, "title": offer.title}
            if offer
            else None,
        }


def reply(ctx: WorkingContext, *, tools: frozenset[str]) -> Reply:
    """Answer one message; the same context always gets the same answer.

    What the person said yes to is kept first, with one of the tools; without it we say so.
    """
    draft = Draft(moment(ctx))
    mode = mode_of(draft.moment).answer(draft)
    if draft.keep is not None and draft.keep.tool in tools:
        return Reply("", mode, (), keep=draft.keep)
    if draft.keep is not None:
        draft.put("sv2")
    if not draft.lines:
        draft.fallback()
    said = _with_note(draft, mode)
    texts, ids = [line.text for line in said], tuple(line.entry.id for line in said)
    fact = remembered(draft.moment) if mode == TALK else None
    if fact is not None and "?" not in texts[0] and said == draft.lines:
        texts, ids = [texts[0], fact.text, *texts[1:]], (*ids, fact.mark)
    return Reply(" ".join(texts), mode, ids, draft.pending)


def _with_note(draft: Draft, mode: str) -> list[Line]:
    """Say once that rules are speaking, and once a session that they speak more softly."""
    is_grieving = draft.moment.scene.was(GRIEF_MODES, within=3)
    note = "" if is_grieving or mode in NOT_NOW else _due_note(draft)
    if not note:
        return draft.lines
    (entry,) = lines.known((note,))
    told = Line(entry, entry.say(draft.moment.language))
    first, *rest = draft.lines
    return [told, first, *rest] if "?" in first.text else [first, told, *rest]


def _due_note(draft: Draft) -> str:
    scene = draft.moment.scene
    is_told = any(scene.rested(line) for line in TELLS_WHAT_IT_IS)
    if not is_told and len(scene.lines) <= FIRST_REPLIES:
        return HONEST
    is_told = any(scene.used_ago(line) for line in TELLS_SOFTENED)
    return SOFTENED if draft.moment.person.is_softened and not is_told else ""
