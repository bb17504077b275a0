"""Turn events made from rows: the start of a turn, its help, its end, the replay of an old one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast
from uuid import UUID

from coaching import safety
from coaching.content import text
from coaching.errors import LLMRefused, NotFound, OutsideWorld, ToneyError
from coaching.repositories import conversations, messages, profiles, turns
from coaching.repositories.turns import MAX_ATTEMPTS
from coaching.services import proposals
from coaching.services.turns import reply_id
from coaching.text.language import language_of
from coaching.values import chips
from coaching.values.conversations import MessageRole, ToolStatus
from coaching.values.enums import SafetyLevel, TurnStatus
from coaching.values.events import (
    Confirmation,
    Delta,
    Safety,
    ToolProgress,
    TurnDone,
    TurnError,
    TurnStarted,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Message, Profile, Proposal, ToolCall, Turn
    from coaching.repositories.transcripts import TranscriptRow
    from coaching.services.turn_outcomes import Ending
    from coaching.values.events import TurnEvent

SPOKEN = frozenset({TurnStatus.DONE, TurnStatus.STOPPED})
"""Statuses of a turn whose text is kept."""


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Context of a turn's events: values that are not in its own row."""

    session_number: int
    user_message_id: UUID | None
    language: str
    country: str | None = None
    """The country that they chose."""
    time_zone: str = ""
    is_newest: bool = True


async def find_place(s: AsyncSession, turn: Turn) -> TurnContext:
    """Return the context of a stored turn's events."""
    owner = turn.user_id
    conversation = await conversations.require(s, owner, turn.conversation_id)
    said = await messages.of_turn(s, owner, turn.id, MessageRole.USER)
    person = await profiles.require(s, owner)
    newest = await turns.newest(s, owner)
    is_newest = newest is None or newest.id == turn.id
    language = language_of((said.text,), person.locale) if said else person.locale
    return place_of(
        person, conversation.session_number, said, language=language, is_newest=is_newest
    )


def place_of(
    person: Profile,
    session_number: int,
    said: Message | TranscriptRow | None,
    *,
    language: str,
    is_newest: bool = True,
) -> TurnContext:
    """Return the context of a turn; `language` is the message's."""
    return TurnContext(
        session_number=session_number,
        user_message_id=said.id if said else None,
        language=language,
        country=person.country,
        time_zone=person.time_zone,
        is_newest=is_newest,
    )


def started(
    turn: Turn, place: TurnContext, *, status: Literal["queued", "running"], position: int = 0
) -> TurnStarted:
    """Return the first event of a turn, and of each of its attempts."""
    return TurnStarted(
        turn_id=turn.id,
        conversation_id=turn.conversation_id,
        session_number=place.session_number,
        user_message_id=place.user_message_id,
        status=status,
        position=position,
        attempt=turn.attempt + 1 if status == "queued" else turn.attempt,
    )


def help_for(turn: Turn, place: TurnContext) -> Safety | None:
    """Return what is shown to somebody who said something serious, the same at any time."""
    if turn.safety_level is SafetyLevel.NONE:
        return None
    level, category = turn.safety_level, turn.safety_category
    country = safety.help_country(place.country, place.time_zone)
    return Safety(
        level=level.value,
        category=category,
        message=safety.fixed_message(category, level, country, lang=place.language),
        resources=safety.resources_for(category, country, lang=place.language),
        guessed_country="" if place.country else country or "",
    )


def ended(turn: Turn, ending: Ending) -> TurnDone | TurnError:
    """Return the last event of a turn that ends now."""
    if ending.status in SPOKEN:
        done = _done(turn.id, ending.status, ending.text, ending.agent, ending.meta)
        return replace(done, chips=ending.chips)
    return _broken(turn, ending.error_code, ending.text)


def gone() -> TurnError:
    """Return the last event of a turn whose row was deleted while it was listened to."""
    return TurnError(NotFound.code, NotFound.say, retryable=False, partial_text="")


def tool_line(call: ToolCall, language: str) -> ToolProgress:
    """Return the line of a call that is done or has failed."""
    name = call.name.casefold()
    state = "done" if call.status is ToolStatus.DONE else "failed"
    detail = str(call.result.get("detail", ""))
    return ToolProgress(call.call_id, name, text(language, f"tool.{name}.{state}"), state, detail)


def confirmation(row: Proposal) -> Confirmation:
    """Return what is shown of a proposal that waits for the person."""
    is_editable = proposals.is_editable(row)
    return Confirmation(row.id, row.kind, row.preview, is_editable, row.expires_at)


def replay(
    turn: Turn,
    place: TurnContext,
    reply: Message | None,
    outcomes: Iterable[ToolProgress | Confirmation] = (),
    *,
    source: str,
) -> Iterator[TurnEvent]:
    """Yield the events of a turn that is over: start, help, outcomes of tools, text, end.

    `source` is who would have spoken in a turn that was stopped before a word was said.
    """
    yield started(turn, place, status="running")
    if (serious := help_for(turn, place)) is not None:
        yield serious
    yield from outcomes
    said = reply.text if reply else turn.partial
    if said:
        yield Delta(said)
    if turn.status in SPOKEN:
        meta = reply.meta if reply else {"source": source}
        done = _done(turn.id, turn.status, said, turn.agent, meta)
        yield replace(done, chips=chips.from_json(reply.chips) if reply else ())
    else:
        yield _broken(turn, turn.error_code, turn.partial, is_newest=place.is_newest)


def error_code(error: BaseException) -> str:
    """Return the word that a turn keeps of what broke it."""
    if isinstance(error, OutsideWorld):
        return error.kind
    return error.code if isinstance(error, ToneyError) else ToneyError.code


def _done(
    turn_id: UUID, status: TurnStatus, text: str, agent: str, meta: Mapping[str, Any]
) -> TurnDone:
    proposal = meta.get("proposal_id")
    return TurnDone(
        message_id=reply_id(turn_id),
        status=cast("Literal['done', 'stopped']", status.value),
        text=text,
        agent=agent,
        model=meta["source"],
        proposal_id=UUID(proposal) if proposal else None,
    )


def _broken(turn: Turn, word: str, partial: str, *, is_newest: bool = True) -> TurnError:
    error = _error(word)
    return TurnError(
        code=error.code,
        error=error.say,
        retryable=_can_retry(error) and is_newest and turn.attempt < MAX_ATTEMPTS,
        partial_text=partial,
    )


def _error(word: str) -> ToneyError:
    if word == LLMRefused.kind:
        return LLMRefused()
    return ToneyError() if word == ToneyError.code else OutsideWorld(kind=word)


def _can_retry(error: ToneyError) -> bool:
    return not isinstance(error, OutsideWorld) or error.retryable
