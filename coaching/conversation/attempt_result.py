"""Result of an attempt: a reply, a stopped text, a broken one, or nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import structlog

from coaching.agents import AGENTS
from coaching.agents.turn_run import Stopped
from coaching.conversation.turn_events import error_code
from coaching.errors import LLMCut, LLMRefused, ToneyError
from coaching.services.turn_outcomes import Ending
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from coaching.agents.turn_run import Reply
    from coaching.conversation.journal import TurnJournal
    from coaching.conversation.reply_attempt import ReplyAttempt

_log = structlog.get_logger(__name__)


def ending_of(
    attempt: ReplyAttempt, error: Exception | None, journal: TurnJournal, *, source: str
) -> Ending:
    """Return how a turn ends, given what was said and what broke it."""
    ending = _ending(attempt, error, source)
    return replace(
        ending,
        costs=journal.take_costs(),
        used_tools=bool(journal.steps),
        failed_calls=attempt.failed_calls,
    )


def _ending(attempt: ReplyAttempt, error: Exception | None, source: str) -> Ending:
    if isinstance(error, Stopped):
        return _stopped(attempt, source)
    if error is None and attempt.reply is not None and attempt.text.strip():
        return _done(attempt.text, attempt.reply)
    return _broken(attempt, error or LLMCut("the reply is empty", kind="empty"))


def _done(text: str, reply: Reply) -> Ending:
    return Ending(
        status=TurnStatus.DONE,
        text=text,
        agent=reply.agent,
        model=reply.model,
        stop_reason=reply.stop_reason,
        prompt_hash=reply.prompt_hash,
        tools_hash=reply.tools_hash,
        meta=_meta(reply),
        state=reply.state,
        context_ids=reply.context_ids,
        chips=reply.chips,
    )


def _meta(reply: Reply) -> dict[str, Any]:
    meta = {**reply.meta, "source": reply.source}
    if reply.proposal_id is not None:
        meta["proposal_id"] = str(reply.proposal_id)
    if not reply.in_history:
        meta["in_history"] = False
    return meta


def _stopped(attempt: ReplyAttempt, source: str) -> Ending:
    speaker = attempt.speaker
    return Ending(
        status=TurnStatus.STOPPED,
        text=attempt.text,
        agent=speaker.agent if speaker else AGENTS[0].name,
        model=speaker.model if speaker else "",
        stop_reason="stopped",
        meta={"source": speaker.source if speaker else source},
    )


def _broken(attempt: ReplyAttempt, error: Exception) -> Ending:
    if not isinstance(error, ToneyError):
        _log.error("turn_broken", exc_info=error)
    # What a model had begun before it declined is thrown away.
    text = "" if isinstance(error, LLMRefused) else attempt.text
    return Ending(
        status=TurnStatus.INTERRUPTED if text.strip() else TurnStatus.FAILED,
        text=text,
        error_code=error_code(error),
    )
