"""Attempt at a turn, from its claim to its end."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import structlog

from coaching.agents.turn_run import LostTurn, Stopped, TurnRun
from coaching.clock import local_day
from coaching.conversation import turn_events
from coaching.conversation.attempt_result import ending_of
from coaching.conversation.events import numbers_after
from coaching.conversation.journal import TurnJournal
from coaching.conversation.reply_attempt import ReplyAttempt
from coaching.conversation.turn_events import TurnContext
from coaching.errors import OutsideWorld
from coaching.repositories import conversations, tool_calls, turns
from coaching.services import summaries, turn_outcomes
from coaching.services.turns import verdict_of
from coaching.values import session_state
from coaching.values.enums import CheckAnswer

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence
    from typing import Any

    from coaching.conversation.engine import TurnEngine
    from coaching.conversation.history import SessionHistory
    from coaching.models import ToolCall, Turn
    from coaching.services.turn_outcomes import Ending
    from coaching.services.turns import Claim

TOO_MUCH_TO_READ = frozenset({"prompt_too_long", "context_full"})

_log = structlog.get_logger(__name__)


class LiveTurn:
    """Runs a turn's work so that it can be ended from outside for a reason."""

    _task: asyncio.Task[None] | None = None
    _reason: type[Exception] | None = None

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work; raise `Stopped` or `LostTurn` when it was ended from outside."""
        self._task = asyncio.create_task(work)
        if self._reason is not None:
            self._task.cancel()
        try:
            await asyncio.wait({self._task})
        except asyncio.CancelledError:  # the engine stops: end the work, then go
            self._task.cancel()
            await asyncio.wait({self._task})
            raise
        if self._task.cancelled() and self._reason is not None:
            raise self._reason
        self._task.result()

    def stop(self) -> None:
        """End it: the person pressed stop."""
        self._end(Stopped)

    def lose(self) -> None:
        """End it: another engine owns the turn."""
        self._end(LostTurn)

    def _end(self, reason: type[Exception]) -> None:
        self._reason = self._reason or reason
        if self._task is not None:
            self._task.cancel()


async def run_turn(
    coaching: TurnEngine, claim: Claim, live: LiveTurn, history: SessionHistory | None = None
) -> None:
    """Run a claimed turn to its end and tell everybody who listens.

    `history` is what its admission has read already.

    When its end cannot be written (the database is away, another engine has taken it over), the
    row stays as it is: whoever owns it then takes it up again.
    """
    turn = claim.turn
    if not claim.is_announced:
        after = numbers_after(turn.fence - 1, rejoined=True)
        await coaching.events.open(turn.id, turn.user_id, after=after)
    coaching.partials.add(turn.id, turn.fence)
    try:
        await _run(coaching, claim, live, history)
    except LostTurn:
        _log.warning("turn_lost", turn_id=str(turn.id), fence=turn.fence)
    finally:
        coaching.partials.drop(turn.id, turn.fence)
        await coaching.events.close(turn.id)
    coaching.wake_jobs()


async def _run(
    coaching: TurnEngine, claim: Claim, live: LiveTurn, history: SessionHistory | None
) -> None:
    coaching.reached("turn.claimed")
    turn = claim.turn
    run, journal = await _prepare(coaching, claim, history)
    if not claim.is_announced:
        place = TurnContext(run.session_number, run.user_message_id, claim.person.locale)
        await coaching.events.publish(turn.id, turn_events.started(turn, place, status="running"))
    attempt = ReplyAttempt(coaching, run)
    try:
        error = await _outcome(attempt, live)
        if _is_too_long(error, attempt) and await _shorten(coaching, claim):
            story = (await _read(coaching, claim)).whole
            run = replace(
                run, messages=story.messages, past=story.past[:-1], prompt=claim.session.prompt
            )
            attempt = ReplyAttempt(coaching, run)
            error = await _outcome(attempt, live)
        await journal.settle()
    except asyncio.CancelledError:
        await _hand_over(coaching, turn, journal, spoke=bool(attempt.text))
        raise
    ending = ending_of(attempt, error, journal, source=coaching.llm.name)
    await _end(coaching, turn, ending)
    await coaching.events.publish(turn.id, turn_events.ended(turn, ending))


async def _outcome(attempt: ReplyAttempt, live: LiveTurn) -> Exception | None:
    """Hear the agent out and return what broke it. Nothing is swallowed: the turn keeps it."""
    try:
        await live.run(attempt.consume())
    except LostTurn:
        raise
    except Exception as error:  # noqa: BLE001 - an edge: every failure becomes the turn's end
        return error
    return None


def _is_too_long(error: Exception | None, attempt: ReplyAttempt) -> bool:
    """Return True if the model took the session for too long before it said a word."""
    is_so = isinstance(error, OutsideWorld) and error.kind in TOO_MUCH_TO_READ
    return is_so and not attempt.text.strip()


async def _shorten(coaching: TurnEngine, claim: Claim) -> bool:
    """Shorten the earlier conversations and this one; False when both are short already."""
    turn = claim.turn
    async with coaching.db.unit(turn.user_id, write=True) as s:
        if not await summaries.shorten(s, turn.user_id, turn.conversation_id):
            return False
        session = await conversations.require(s, turn.user_id, turn.conversation_id)
        claim.session.summary = session.summary
        claim.session.summary_until_seq = session.summary_until_seq
        claim.session.state = session.state
        claim.session.prompt = session.prompt
    _log.info("session_shortened", turn_id=str(turn.id))
    return True


async def _read(coaching: TurnEngine, claim: Claim) -> SessionHistory:
    async with coaching.db.unit(claim.turn.user_id) as s:
        return await coaching.history_cache.read(s, claim)


async def _tools_run(coaching: TurnEngine, turn: Turn) -> Sequence[ToolCall]:
    """Return the tool calls of an earlier attempt."""
    async with coaching.db.unit(turn.user_id) as s:
        return await tool_calls.of_turn(s, turn.user_id, turn.id)


async def _prepare(
    coaching: TurnEngine, claim: Claim, history: SessionHistory | None
) -> tuple[TurnRun, TurnJournal]:
    turn, session = claim.turn, claim.session
    state = session_state.of(session)
    while history is None or not coaching.history_cache.keep(claim, history):
        history = await _read(coaching, claim)
    story, own = history.whole, history.own
    journal = TurnJournal(coaching, turn, await _tools_run(coaching, turn) if turn.steps else ())
    run = TurnRun(
        owner=turn.user_id,
        turn_id=turn.id,
        conversation_id=session.id,
        user_message_id=own.id,
        kind=turn.kind,
        seq=turn.seq,
        attempt=turn.attempt,
        fence=turn.fence,
        text=own.text,
        preface=own.preface,
        at=own.created_at,
        today=local_day(own.created_at, claim.person.time_zone),
        session_number=session.session_number,
        turn_number=story.turns,
        gap_days=state.gap_days,
        safety=verdict_of(turn, own.meta),
        check=CheckAnswer(own.meta["check"]) if own.meta.get("check") else None,
        language=claim.person.locale,
        messages=story.messages,
        past=story.past[:-1],
        prompt=session.prompt,
        state=state,
        journal=journal,
        agent=session.active_agent,
        is_saving=claim.person.saving_mode,
    )
    return run, journal


async def _end(coaching: TurnEngine, turn: Turn, ending: Ending) -> None:
    coaching.partials.drop(turn.id, turn.fence)
    async with coaching.db.unit(turn.user_id, write=True) as s:
        if not await turn_outcomes.end(s, turn, ending, now=coaching.clock.now()):
            raise LostTurn
        coaching.reached("turn.before_end")
    coaching.reached("turn.ended")
    _log.info("turn_ended", turn_id=str(turn.id), status=ending.status.value)


async def _hand_over(
    coaching: TurnEngine, turn: Turn, journal: TurnJournal, *, spoke: bool
) -> None:
    coaching.partials.drop(turn.id, turn.fence)
    async with coaching.db.unit(turn.user_id, write=True) as s:
        s.add_all(journal.take_costs())
        await turns.hand_over(s, turn.user_id, turn.id, turn.fence, spoke=spoke)
