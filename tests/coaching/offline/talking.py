"""Talking with the offline coach through the port, the way the engine does it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from coaching.evals.practice_choice import choice_for
from coaching.llm.port import Done, Event, Request, TextDelta, ToolCall, ToolSpec
from coaching.offline import OfflineLLM
from coaching.safety import NOTHING_ASKED, Heard, asked_in, hear
from coaching.values.context import (
    CardView,
    PastMessage,
    PendingOffer,
    PersonView,
    WorkingContext,
)
from coaching.values.enums import Role
from coaching.values.safety import CLOSES_CHECK, SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.values.chips import Chip

EVENING = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
TOOLS = tuple(ToolSpec(name, "", {}) for name in ("save_card", "save_win", "schedule_reminder"))
SCHEDULED = '{"scheduled": "X", "on": "Friday, 2026-11-27", "at": "18:30", "notifies": true}'
WINDOW = 10


@dataclass(frozen=True)
class Said:
    """One exchange: what was written, what was answered, what was kept."""

    message: str
    text: str
    meta: dict[str, Any]
    kept: ToolCall | None = None
    chips: tuple[Chip, ...] = ()

    @property
    def mode(self) -> str:
        return str(self.meta["mode"])

    @property
    def pending(self) -> PendingOffer | None:
        return PendingOffer(**self.meta["pending"]) if self.meta["pending"] else None


@dataclass(frozen=True)
class Session:
    """What the engine would know beside the messages."""

    person: PersonView
    session_number: int = 1
    focus_card: CardView | None = None
    gap_days: float | None = None
    safety_recent: bool = False
    after_crisis: bool = False
    chosen_tone: float = 0.0
    tools: tuple[ToolSpec, ...] = TOOLS
    tool_fails: bool = False
    safety: dict[int, SafetyVerdict] = field(default_factory=dict)


def heard(session: Session, message: str, past: Sequence[Said]) -> Heard:
    """Hear a message as an admission does: with what stands open from those before it."""
    check = NOTHING_ASKED
    for number, said in enumerate(past):
        after = hear(check, said.message, session.safety.get(number, SafetyVerdict())).check
        check = after if after.about else asked_in(said.text)
        if said.meta.get(CLOSES_CHECK) and not check.is_crisis:
            check = NOTHING_ASKED
    return hear(check, message, session.safety.get(len(past), SafetyVerdict()))


def context(session: Session, message: str, past: Sequence[Said] = ()) -> WorkingContext:
    now = heard(session, message, past)
    # Without a danger the tone they hear is the one they chose.
    chosen = session.chosen_tone or session.person.tone
    found = WorkingContext(
        person=replace(session.person, tone_stored=chosen),
        message=message,
        today=date(2026, 11, 20),
        session_number=session.session_number,
        turn_number=len(past) + 1,
        history=tuple(_history(past)),
        focus_card=session.focus_card,
        openings=tuple(str(said.meta["opening"]) for said in past[-WINDOW:]),
        pending=past[-1].pending if past else None,
        safety=now.verdict,
        check=now.answer,
        safety_recent=session.safety_recent,
        after_crisis=session.after_crisis,
        gap_days=None if past else session.gap_days,
    )
    return replace(found, practices=choice_for(found))


def _history(past: Sequence[Said]) -> list[PastMessage]:
    lines: list[PastMessage] = []
    for number, said in enumerate(past):
        at = EVENING + timedelta(minutes=number)
        ids = tuple(said.meta["template_ids"])
        lines.append(PastMessage("user", said.message, at))
        lines.append(PastMessage("coach", said.text, at, said.mode, ids, said.chips))
    return lines


async def answer(session: Session, message: str, past: Sequence[Said] = ()) -> Said:
    ctx = context(session, message, past)
    events = await stream(ctx, session.tools)
    kept = next((event for event in events if isinstance(event, ToolCall)), None)
    if kept is not None:
        is_draft = kept.input.get("agreed") is False
        told = '{"draft": "card"}' if is_draft else "{}"
        told = SCHEDULED if kept.name == "schedule_reminder" else told
        result = (kept.name, told, session.tool_fails)
        events = await stream(replace(ctx, tool_results=(result,)), session.tools)
    done = events[-1]
    assert isinstance(done, Done)
    return Said(message, spoken(events), dict(done.meta), kept, done.chips)


async def stream(ctx: WorkingContext, tools: tuple[ToolSpec, ...] = TOOLS) -> list[Event]:
    request = Request(Role.COACH, (), (), ctx, tools=tools)
    return [event async for event in OfflineLLM().stream(request)]


def spoken(events: Sequence[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


async def converse(session: Session, messages: Sequence[str]) -> list[Said]:
    said: list[Said] = []
    for message in messages:
        said.append(await answer(session, message, said))
    return said


async def last(session: Session, *messages: str) -> Said:
    return (await converse(session, messages))[-1]
