"""How a person stands when practices are chosen: from their rows, and from what they write."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.check_ins import queries as check_ins
from coaching.domains.practices import queries
from coaching.domains.practices.models import DONE
from coaching.domains.practices.moments import (
    asks_for_practice,
    conditions_in,
    is_held_back,
    moments_in,
)
from coaching.repositories import conversations, intel, messages, profiles, safety_events
from coaching.services.safety_events import QUIET_AFTER_CRISIS, calls_for_quiet
from coaching.text.language import language_of
from coaching.values.conversations import MessageRole, SessionStatus
from coaching.values.enums import SafetyLevel, Stage
from coaching.values.practices import FIRST_TIME, Situation
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.practices.models import PracticeRun
    from coaching.models import Conversation, Message, SafetyEvent

RECENT = timedelta(days=3)
CHECK_IN_COUNTS_FOR = timedelta(hours=12)
FRAUD_COUNTS_FOR = timedelta(days=1)
CONCERN_COUNTS_FOR = timedelta(days=14)
LAST_WORDS = 6
_OF_CONTEXT = {"ctx_urgent": "acute_need", "ctx_controlled": "coercive_control"}
_ABUSE = "domestic_economic_abuse"
_CONCERNS = {"gambling": "gambling_concern", "mania_psychosis": "mania_concern"}
_LASTING = frozenset({"acute_need", "legal_deadline", "hopeless", "coercive_control"})
"""A moment or condition that was named once counts for the whole session."""
GRIEF = "grief_now"


@dataclass(frozen=True, slots=True)
class Incoming:
    """The message that a reply is being written to."""

    text: str = ""
    verdict: SafetyVerdict = field(default_factory=SafetyVerdict)


async def situation(
    s: AsyncSession,
    owner: UUID,
    *,
    at: datetime,
    language: str | None = None,
    incoming: Incoming | None = None,
) -> Situation:
    """Return what decides which practices fit now; `incoming` is a message not answered yet."""
    person = await profiles.require(s, owner)
    known = await intel.find(s, owner)
    newest = await conversations.current(s, owner)
    is_open = newest is not None and newest.session_status is SessionStatus.OPEN
    session = newest if is_open else None
    talk = await messages.transcript(s, owner, session.id) if session else ()
    said = [m.text for m in talk if m.role is MessageRole.USER]
    if incoming is not None and (not said or said[-1] != incoming.text):
        said.append(incoming.text)
    dangers = await safety_events.since_instant(s, owner, None)
    runs = await queries.since(s, owner, at - RECENT)
    of_session = [run for run in runs if session is not None and run.conversation_id == session.id]
    offered = _offered(talk)
    taken = {run.practice_id for run in of_session}
    message = incoming.text if incoming else ""
    return Situation(
        language=language or language_of(reversed(said), person.locale),
        stage=known.stage_of_change if known else Stage.CONTEMPLATION,
        lead=person.tension_type,
        second=person.secondary_tension_type,
        moments=await _moments(
            s, owner, message, at, is_first=newest is None or newest.session_number == 1
        ),
        conditions=frozenset(
            {
                *(_OF_CONTEXT[c] for c in person.life_context if c in _OF_CONTEXT),
                *_of_dangers(dangers, session, at),
                *_of_words(said),
                *(_of_message(incoming) if incoming else ()),
            }
        ),
        recent=frozenset(run.practice_id for run in runs if _was_done(run)),
        seen=frozenset({*offered, *taken}),
        reply=1 + sum(m.role is MessageRole.COACH for m in talk),
        offers=len(offered),
        refusals=len(set(offered) - taken),
        since_grief=_since_grief(said),
        words=_average(said),
        is_asked_for=asks_for_practice(message),
        is_held_back=is_held_back(message),
    )


async def _moments(
    s: AsyncSession, owner: UUID, message: str, at: datetime, *, is_first: bool
) -> frozenset[str]:
    """Return what the message speaks of, or a check-in of today where it names no moment."""
    heard = moments_in(message) if message else frozenset[str]()
    if not heard and (not message or asks_for_practice(message)):
        heard = told = await _checked_in(s, owner, at)
        is_first = is_first and not told
    is_new = is_first and not await queries.has_done_any(s, owner)
    return heard | {FIRST_TIME} if is_new else heard


async def _checked_in(s: AsyncSession, owner: UUID, at: datetime) -> frozenset[str]:
    """Return the moments that the last check-in speaks of; none where something weighs more."""
    for row in await check_ins.page(s, owner, before=None, limit=1):
        if at - row.created_at <= CHECK_IN_COUNTS_FOR and not conditions_in(row.content):
            return moments_in(row.content)
    return frozenset()


def _of_words(said: Sequence[str]) -> set[str]:
    """Return the conditions that were said in this session, and grief in the last three."""
    found = {condition for text in said for condition in conditions_in(text) & _LASTING}
    return found | {GRIEF for text in said[-3:] if GRIEF in conditions_in(text)}


def _of_message(incoming: Incoming) -> set[str]:
    """Return what the screen and the words of this very message say."""
    level, category = incoming.verdict.level, incoming.verdict.category
    found = set(conditions_in(incoming.text))
    if level is SafetyLevel.CRISIS:
        found.add("crisis")
    if level is SafetyLevel.CONCERN:
        found.add("concern_now")
    if level is not SafetyLevel.NONE and category == "fraud":
        found.add("fraud_now")
    return found


def _of_dangers(
    dangers: Iterable[SafetyEvent], session: Conversation | None, at: datetime
) -> set[str]:
    """Return the conditions that follow from what the screen found, now and before."""
    known = list(dangers)
    found = {"quiet_days"} if calls_for_quiet(known, since=at - QUIET_AFTER_CRISIS) else set[str]()
    for danger in known:
        age, category = at - danger.created_at, danger.category
        is_of_session = session is not None and danger.created_at >= session.created_at
        if category == _ABUSE:
            found.add("coercive_control")
        if category == "fraud" and age <= FRAUD_COUNTS_FOR:
            found.add("fraud_now")
        if category in _CONCERNS and age <= CONCERN_COUNTS_FOR:
            found.add(_CONCERNS[category])
        if category == "acute_debt" and is_of_session:
            found.add("acute_need")
        if category in {"suicidality", "self_harm"} and is_of_session:
            found.add("hopeless")
    return found


def _offered(talk: Iterable[Message]) -> list[str]:
    """Return the practices that were shown as chips under the replies of a session."""
    chips = [chip for message in talk for chip in message.chips]
    return [chip["target"] for chip in chips if chip["action"] == "practice"]


def _was_done(run: PracticeRun) -> bool:
    return run.ended_as in DONE


def _since_grief(said: Sequence[str]) -> int | None:
    """Return how many messages ago somebody grieved; 0 is the one that is being answered."""
    places = [n for n, text in enumerate(reversed(said)) if GRIEF in conditions_in(text)]
    return min(places, default=None)


def _average(said: Sequence[str]) -> float | None:
    counts = [len(text.split()) for text in said[-LAST_WORDS:]]
    return sum(counts) / len(counts) if counts else None
