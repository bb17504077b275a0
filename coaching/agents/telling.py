"""What is told with a message: only what differs from what was told before in the session.

Told is told: nothing that was sent is ever changed (design.md 'What the model reads'). After a
failed turn, which leaves the history with its preface, everything is told again.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from coaching.agents.known import load_keepsakes, load_openings, load_person
from coaching.agents.turn_run import Preface
from coaching.prompts import preface
from coaching.repositories import conversations, turns
from coaching.values.context import CardView, WinView
from coaching.values.enums import TurnStatus
from coaching.values.preface import FocusNews, PrefaceFacts, StyleNews

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from coaching.agents.known import Keepsakes, Person
    from coaching.values.safety import SafetyVerdict

Told = dict[str, Any]
Kept = TypeVar("Kept", CardView, WinView)


async def tell(
    engine: Engine,
    s: AsyncSession,
    owner: UUID,
    *,
    told: Mapping[str, Any],
    at: datetime,
    verdict: SafetyVerdict,
) -> Preface:
    """Return the preface of a message, and all that has been told with it."""
    del engine  # the seam gives it; nothing but the rows is needed
    session = await conversations.current(s, owner)
    number = session.session_number if session else 1
    begun: Mapping[str, Any] = session.prompt.get("told", {}) if session else {}
    last = await turns.newest(s, owner)
    before = {**begun, **({} if last and last.status is TurnStatus.FAILED else told)}
    person = await load_person(s, owner, session_number=number, at=at)
    kept = await load_keepsakes(s, owner, at=at)
    openings = await load_openings(s, owner, limit=1)
    now = _facts(person, kept, at) | {"opening": openings[-1] if openings else ""}
    return Preface(preface(_news(before, now, person, kept, verdict)), {**before, **now})


def told_by_block(
    person: Person, kept: Keepsakes, *, briefed_at: datetime | None, now: datetime
) -> Told:
    """Return what the second block tells already.

    A briefing may be days old: what was kept since, and how the focus card stands, is news.
    """
    facts = _facts(person, kept, briefed_at or now)
    known = {"style", "since"} if briefed_at else {"style", "since", "focus"}
    return {name: fact for name, fact in facts.items() if name in known}


def _facts(person: Person, kept: Keepsakes, at: datetime) -> Told:
    """Return what may differ, in a form that can be stored and compared."""
    view, focus = person.view, kept.focus
    return {
        "today": person.today.isoformat(),
        "style": [view.tone, view.depth.value, view.learning_style.value],
        "focus": [str(focus.id), focus.times_completed, focus.skips_last_week] if focus else None,
        "quiet": person.care.is_quiet,
        "since": at.isoformat(),
    }


def _news(
    before: Mapping[str, Any], now: Told, person: Person, kept: Keepsakes, verdict: SafetyVerdict
) -> PrefaceFacts:
    def differs(name: str, unless: object = None) -> bool:
        return before.get(name, unless) != now[name]

    since = datetime.fromisoformat(before.get("since", now["since"]))
    view, focus = person.view, kept.focus
    return PrefaceFacts(
        today=person.today if differs("today") else None,
        style=StyleNews(
            view.tone, view.depth, view.learning_style, is_capped=view.tone < view.tone_stored
        )
        if differs("style")
        else None,
        focus=FocusNews(focus, _answer(focus, person)) if differs("focus") else None,
        new_cards=_later_than(since, (card for card in kept.cards if not card.is_focus)),
        new_wins=_later_than(since, kept.wins),
        last_opening=now["opening"] if differs("opening", "") else "",
        is_quiet=now["quiet"] if differs("quiet", unless=False) else None,
        safety=verdict,
    )


def _later_than(since: datetime, kept: Iterable[Kept]) -> tuple[Kept, ...]:
    """Return what was kept after an instant, oldest first."""
    return tuple(sorted((k for k in kept if k.created_at > since), key=lambda k: k.created_at))


def _answer(focus: CardView | None, person: Person) -> str:
    """Return what was said of the card today."""
    if focus is None:
        return ""
    return "did it" if person.today in focus.completed_on else ""
