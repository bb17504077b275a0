"""Kinds of events that are counted by person and day, with their source rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.models import BetaAnalytics, FocusDay, ObserverSignal, ToolCall, Turn
from coaching.values.conversations import ToolStatus
from coaching.values.enums import TurnKind

if TYPE_CHECKING:
    from collections.abc import Mapping

SURE = 0.7
"""The confidence from which a signal counts."""


class Kind(StrEnum):
    """What is counted by person and day; its names are in the brackets."""

    MESSAGE = "message"
    SESSION = "session"
    """Conversations in which messages were sent on the day."""
    USED = "used"
    """(usage event)"""
    SIGNAL = "signal"
    """(type), sure ones only"""
    TOOL = "tool"
    """(tool)"""
    TOOL_FAILED = "tool_failed"
    """(tool)"""
    ANSWER = "answer"
    """(done or skipped), on a focus card"""


@dataclass(frozen=True, slots=True)
class Source:
    """The rows that are counted: whose, when, under which name, which of the table, and how."""

    owner: Any
    at: Any
    name: Any
    where: tuple[sa.ColumnElement[bool], ...] = ()
    times: Any = field(default_factory=func.count)


_failed = col(ToolCall.status) == ToolStatus.FAILED
_tool = (col(ToolCall.user_id), col(ToolCall.created_at), col(ToolCall.name))
_turn = (col(Turn.user_id), col(Turn.created_at), sa.literal("", sa.Text))
_written = (col(Turn.kind) == TurnKind.MESSAGE,)
SOURCES: Mapping[Kind, Source] = {
    Kind.MESSAGE: Source(*_turn, _written),
    Kind.SESSION: Source(*_turn, _written, func.count(sa.distinct(col(Turn.conversation_id)))),
    Kind.USED: Source(
        col(BetaAnalytics.user_id), col(BetaAnalytics.created_at), col(BetaAnalytics.event)
    ),
    Kind.SIGNAL: Source(
        col(ObserverSignal.user_id),
        col(ObserverSignal.created_at),
        sa.cast(col(ObserverSignal.signal_type), sa.Text),
        (col(ObserverSignal.confidence) >= SURE,),
    ),
    Kind.TOOL: Source(*_tool),
    Kind.TOOL_FAILED: Source(*_tool, (_failed,)),
    Kind.ANSWER: Source(
        col(FocusDay.user_id),
        col(FocusDay.created_at),
        sa.case((col(FocusDay.completed), sa.literal("done")), else_=sa.literal("skipped")),
    ),
}
