"""Calls of a tool that the app makes itself, before a model is asked.

A message that only says what was spent or came in is written down the same way with every model
and without one, and a question about it gets figures that code has added up. No tool of the Coach
is needed for that, so the part of the prompt that everybody shares stays as small as it is. The
model is told in the note of the message (`preface`).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from coaching.llm.port import ToolCall
from coaching.money.questions import asks_about
from coaching.money.reading import written_down
from coaching.tools import LOOKING, RECORDING
from coaching.values.enums import SafetyLevel, TurnKind

if TYPE_CHECKING:
    from coaching.agents.turn_run import TurnRun

CALL_ID = "app_money"


def app_call(turn: TurnRun) -> ToolCall | None:
    """Return the call that this message asks for by itself; none where something is serious."""
    is_theirs = turn.user_message_id is not None and turn.kind is TurnKind.MESSAGE
    if not is_theirs or turn.safety.level is not SafetyLevel.NONE or turn.check is not None:
        return None
    if written_down(turn.text, turn.at.date()):
        return ToolCall(CALL_ID, RECORDING.name, {"said": turn.text.strip()})
    if (asked := asks_about(turn.text, turn.at.date())) is not None:
        return ToolCall(CALL_ID, LOOKING.name, asdict(asked))
    return None
