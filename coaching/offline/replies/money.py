"""Money that they wrote down: a few words after it, and its sums where they ask for them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from coaching.offline.replies.answer import say

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn


def after_tool(turn: Turn, name: str, told: str) -> Answer:
    """Say that it is written down, or what was written down in the month they asked about."""
    figures = json.loads(told)
    if name == "record_transaction":
        return say("money_written", turn)
    spent = " + ".join(_sum(amount, currency) for currency, amount in figures["out"].items())
    if not spent:
        return say("money_nothing", turn)
    return say("money_told", turn, spent=spent)


def _sum(amount: str, currency: str) -> str:
    if not currency:
        return amount
    return f"{amount} {currency}" if currency.isalpha() else f"{currency}{amount}"
