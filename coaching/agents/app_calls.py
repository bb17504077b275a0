"""Calls of a tool that the app makes itself, before a model is asked.

A message that only says what was spent or came in is written down the same way with every model
and without one, and a question about it or about their goals gets what is saved: figures are added
up by code. No tool of the Coach is needed for that, so the part of the prompt that everybody shares
stays as small as it is. The model is told in the note of the message (`preface`).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from coaching.llm.port import ToolCall
from coaching.money.questions import asks_about
from coaching.money.saying import completed, lines_of
from coaching.rules.not_kept import is_asked
from coaching.rules.own_things import asks_for
from coaching.tools import GOALS, LOOKING, RECORDING
from coaching.values.enums import SafetyLevel, TurnKind

if TYPE_CHECKING:
    from coaching.agents.turn_run import TurnRun

CALL_ID, GOALS_CALL_ID = "app_money", "app_goals"


def app_calls(turn: TurnRun) -> tuple[ToolCall, ...]:
    """Return the calls that this message asks for by itself; none where something is serious."""
    is_theirs = turn.user_message_id is not None and turn.kind is TurnKind.MESSAGE
    if not is_theirs or turn.safety.level is not SafetyLevel.NONE or turn.check is not None:
        return ()
    if lines := _lines(turn):
        return tuple(
            ToolCall(f"{CALL_ID}_{nth}" if nth else CALL_ID, RECORDING.name, {"said": line})
            for nth, line in enumerate(lines)
        )
    if (asked := asks_about(turn.text, turn.today)) is not None:
        return (ToolCall(CALL_ID, LOOKING.name, asdict(asked)),)
    if asks_for(turn.text) is not None:
        return (ToolCall(GOALS_CALL_ID, GOALS.name, {}),)
    return ()


def _lines(turn: TurnRun) -> tuple[str, ...]:
    """Return what is written down: this message, or the one before with the amount of this one."""
    if is_asked(turn.text):
        return ()
    if lines := lines_of(turn.text, turn.today):
        return lines
    before = next((one for one in reversed(turn.past) if one.role == "user"), None)
    line = completed(before.text, before.at, turn.text, turn.at) if before else ""
    return (line,) if line else ()
