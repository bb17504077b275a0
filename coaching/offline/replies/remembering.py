"""Saves what they ask to be remembered: `Remember that I get paid on the 25th`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.replies.answer import Answer, say
from coaching.offline.replies.patterns import pattern
from coaching.rules.keeping import Keep
from coaching.text.words import upper_first

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

TOOL = "remember"
_ASKED = re.compile(pattern("remembering_asked").pattern, re.IGNORECASE)
_NUMBER = "number such as a card"
"""How the tool says that it keeps no card numbers and passwords."""


def answer(turn: Turn) -> Answer | None:
    """Keep what they ask to be remembered; None for the rest."""
    found = None if turn.ctx.tool_results else _ASKED.search(turn.text)
    if found is None:
        return None
    if turn.is_quiet:
        return say("remember_quiet", turn)
    return Answer("keep", keep=Keep(TOOL, {"text": upper_first(found["what"].strip())}))


def after_tool(turn: Turn, told: str, *, is_error: bool) -> Answer:
    """Say that it is kept and where it can be deleted, or why it isn't."""
    if not is_error:
        return say("remembered", turn)
    return say("remember_number" if _NUMBER in told else "remember_quiet", turn)
