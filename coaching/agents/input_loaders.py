"""Load the inputs of the Observer and the Strategist from the database (A46–A49)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.agents.context_loaders import load_keepsakes, load_person, load_recent
from coaching.agents.corrections_filter import obeying, signals_without, transcript_without
from coaching.agents.strategist_facts import found
from coaching.agents.unquotable_sources import load_elsewhere, load_said_before
from coaching.agents.views import briefing_view, hypothesis_view, memory_views, signal_view
from coaching.agents.writing_style import ADDRESS, address_in, as_on_page
from coaching.clock import local_day
from coaching.content.catalogue import DEFAULT_LANGUAGE
from coaching.domains.check_ins import service as check_ins
from coaching.repositories import (
    briefings,
    cards,
    conversations,
    hypotheses,
    messages,
    profiles,
    signals,
    transcripts,
    turns,
)
from coaching.repositories import memories as memory_rows
from coaching.services import corrections, memories
from coaching.services.signals import without_many_shifts
from coaching.services.turns import ALARM, verdict_of
from coaching.values.closing import ClosingContext
from coaching.values.context import ObserverContext, StrategistContext
from coaching.values.conversations import MessageRole, SessionStatus
from coaching.values.enums import SafetyLevel, Trigger
from coaching.values.guesses import REJECTED_BY_THEM
from coaching.values.safety import ABUSE
from coaching.values.transcript import TranscriptLine

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation, Message, Turn
    from coaching.values.context import MemoryView, PersonView, SignalView

RECENT_SIGNALS, MOST_SHIFTS = 3, 4
ALL_TURNS = 1000
COMPLETIONS_SINCE = timedelta(days=180)
CHECK_INS_SINCE = timedelta(days=30)
"""Without a briefing before this one."""
OFFERED, EARLIER = 20, 4
MOST_ASKED = 4
UNSAID = "(Something serious was said here and help was shown. The words are not passed on.)"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A finished turn as the Observer reads it; `elsewhere` are texts that are not the person's."""

    turn: Turn
    message_id: UUID
    context: ObserverContext
    elsewhere: tuple[str, ...] = ()
    said_before: tuple[str, ...] = ()
    """The person's words from earlier in this session and from the onboarding."""
    language: str = DEFAULT_LANGUAGE
    """The one they write in."""


async def load_exchange(
    s: AsyncSession, owner: UUID, turn_id: UUID, *, at: datetime
) -> Exchange | None:
    """Return the exchange of a turn; None when it is gone or nothing was said."""
    turn = await turns.find(s, owner, turn_id)
    user = await messages.of_turn(s, owner, turn_id, MessageRole.USER)
    coach = await messages.of_turn(s, owner, turn_id, MessageRole.COACH)
    if turn is None or user is None or coach is None:
        return None
    before = await messages.last_by_coach(s, owner, turn.conversation_id, before=user.seq)
    focus = await cards.focus(s, owner)
    recent = await _recent_signals(s, owner, turn_id)
    session = await conversations.require(s, owner, turn.conversation_id)
    person = await load_person(s, owner, session_number=session.session_number, at=at)
    binding = await corrections.binding(s, owner)
    said_before = await load_said_before(s, owner, user)
    address = await _address(s, session)
    written = as_on_page(person.view, await _written(s, owner), address)
    context = ObserverContext(
        previous_coach=before.text if before else "",
        user=user.text,
        coach=coach.text,
        tension=person.view.tension,
        focus_card_title=focus.title if focus else "",
        recent_signals=signals_without(recent, binding)[-RECENT_SIGNALS:],
        safety=verdict_of(turn, user.meta),
        corrections=binding,
        today=local_day(user.created_at, (await profiles.require(s, owner)).time_zone),
        memories=await _offered(s, owner, f"{user.text}\n{before.text if before else ''}", at),
        earlier=said_before[-EARLIER:],
        address=written.address if (written.writes or written.language).startswith("es") else "",
    )
    elsewhere = await load_elsewhere(s, owner, user, session_number=session.session_number)
    told = (person.view.name, person.view.emotional_why)
    return Exchange(
        turn,
        user.id,
        context,
        (*elsewhere, user.preface),
        (*told, *said_before),
        written.writes or written.language,
    )


async def _recent_signals(s: AsyncSession, owner: UUID, turn_id: UUID) -> tuple[SignalView, ...]:
    """Return the last signals, without what was noted of this turn itself."""
    recent = await load_recent(s, owner)
    own = {row.id for row in await signals.of_turn(s, owner, turn_id)}
    return tuple(signal for signal in recent.signals if signal.id not in own)


async def _offered(s: AsyncSession, owner: UUID, text: str, at: datetime) -> tuple[MemoryView, ...]:
    """Return the memories that a message may change: what waits for a yes, plans, what is near."""
    near = await memories.near(s, owner, text, at=at, limit=OFFERED)
    asked = (await memory_rows.waiting(s, owner))[-MOST_ASKED:]
    offered = (*asked, *near[: OFFERED - len(asked)])
    return memory_views(offered, (await profiles.require(s, owner)).time_zone)


async def load_for_strategist(
    s: AsyncSession,
    owner: UUID,
    trigger: Trigger,
    *,
    conversation_id: UUID | None,
    at: datetime,
) -> StrategistContext:
    """Return what a run reads: at the onboarding the person alone, else all that is known.

    The session is read word for word, except what was said in a crisis.
    """
    session = await _session(s, owner, conversation_id)
    number = session.session_number if session else 0
    person = await load_person(s, owner, session_number=number, at=at)
    first = StrategistContext(
        trigger,
        await _with_guess(s, owner, person.view),
        person.manner.today,
        hypotheses=tuple(map(hypothesis_view, await hypotheses.for_user(s, owner))),
        safety_recent=person.manner.care.is_quiet,
        corrections=await corrections.binding(s, owner),
    )
    if trigger is Trigger.ONBOARDING:
        return obeying(replace(first, person=as_on_page(first.person, ())))
    whole = replace(first, session_number=number, intel=person.intel)
    return obeying(await _with_past(s, owner, whole, session, at))


async def load_for_closing(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, at: datetime
) -> ClosingContext | None:
    """Return what a closing note is written from; None after danger and without calm words.

    A turn that was serious is left out, and so is one whose alarm was left to the model.
    """
    session = await conversations.find(s, owner, conversation_id)
    if session is None or session.session_status is SessionStatus.OPEN:
        return None
    rows = await transcripts.turns_before(
        s, owner, before=None, limit=ALL_TURNS, conversation_id=session.id
    )
    if any(row.safety_level is SafetyLevel.CRISIS or row.safety_category == ABUSE for row in rows):
        return None
    said = await messages.transcript(s, owner, session.id)
    serious = {row.id for row in rows if row.safety_level is not SafetyLevel.NONE}
    serious |= {line.turn_id for line in said if line.meta.get(ALARM)}
    lines = tuple(_line(line) for line in said if line.turn_id not in serious)
    theirs = [line.text for line in reversed(lines) if line.role == "user"]
    if not theirs:
        return None
    person = await load_person(s, owner, session_number=session.session_number, at=at)
    binding = await corrections.binding(s, owner)
    guesses = await hypotheses.for_user(s, owner)
    return ClosingContext(
        person=as_on_page(person.view, theirs, await _address(s, session)),
        today=local_day(lines[-1].at, (await profiles.require(s, owner)).time_zone),
        transcript=transcript_without(lines, binding),
        corrections=binding,
        refused=tuple(row.text for row in guesses if row.because in REJECTED_BY_THEM),
    )


async def _with_past(
    s: AsyncSession,
    owner: UUID,
    context: StrategistContext,
    session: Conversation | None,
    at: datetime,
) -> StrategistContext:
    """Return the context with what was kept, said and seen, and what code finds in it."""
    keepsakes = await load_keepsakes(s, owner, at=at, days=COMPLETIONS_SINCE)
    previous = await briefings.latest(s, owner)
    zone_name = (await profiles.require(s, owner)).time_zone
    remembered = await memories.active(s, owner, at=at)
    found_in = await signals.of_session(s, owner, session.id) if session else ()
    seen = without_many_shifts(found_in, MOST_SHIFTS)
    transcript = await _transcript(s, session)
    since = previous.created_at if previous else at - CHECK_INS_SINCE
    felt = await check_ins.told_since(s, owner, since, limit=check_ins.MOST_READ)
    number = context.session_number
    whole = replace(
        context,
        memories=memory_views(remembered, zone_name),
        wins=keepsakes.wins,
        cards=keepsakes.cards,
        previous_briefing=briefing_view(previous) if previous else None,
        signals=tuple(signal_view(signal, session_number=number) for signal in seen),
        transcript=transcript,
        said_on=local_day(transcript[-1].at, zone_name) if transcript else None,
        check_ins=felt,
        person=as_on_page(context.person, await _written(s, owner), await _address(s, session)),
    )
    focus = await cards.focus(s, owner)
    return replace(whole, findings=found(whole, transcript, session, focus))


async def _written(s: AsyncSession, owner: UUID) -> list[str]:
    """Return what the person wrote in all sessions, newest first."""
    return [row.text for row in await messages.by_person(s, owner)]


async def _address(s: AsyncSession, session: Conversation | None) -> str:
    """Return the form of address of a session, from what the Coach was told and what they wrote."""
    if session is None:
        return ""
    lines = await messages.transcript(s, session.user_id, session.id)
    said = (line.text for line in lines if line.role is MessageRole.USER)
    return address_in(said, opened=str(session.prompt.get(ADDRESS, "")))


async def _with_guess(s: AsyncSession, owner: UUID, view: PersonView) -> PersonView:
    """Return the person with every guess: what may not be spoken yet may be thought of."""
    profile = await profiles.require(s, owner)
    return replace(
        view, hypothesis=profile.hypothesis, hypothesis_rules=tuple(profile.hypothesis_rules)
    )


async def _session(
    s: AsyncSession, owner: UUID, conversation_id: UUID | None
) -> Conversation | None:
    if conversation_id is None:
        return await conversations.current(s, owner)
    return await conversations.find(s, owner, conversation_id)


async def _transcript(s: AsyncSession, session: Conversation | None) -> tuple[TranscriptLine, ...]:
    """Return what was said, without the words of a crisis: they never feed the Strategist."""
    if session is None:
        return ()
    rows = await transcripts.turns_before(
        s, session.user_id, before=None, limit=ALL_TURNS, conversation_id=session.id
    )
    serious = {turn.id for turn in rows if turn.safety_level is SafetyLevel.CRISIS}
    lines = await messages.transcript(s, session.user_id, session.id)
    return tuple(_line(line, UNSAID if line.turn_id in serious else "") for line in lines)


def _line(row: Message, instead: str = "") -> TranscriptLine:
    role = "user" if row.role is MessageRole.USER else "coach"
    return TranscriptLine(role, instead or row.text, row.created_at)
