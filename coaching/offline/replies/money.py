"""Money that they wrote down: a few words after it, and its sums where they ask for them."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING, Any

from coaching.content import day_in_words, text
from coaching.money.saying import lacks_amount
from coaching.offline.replies.answer import say
from coaching.offline.replies.texts import compiled
from coaching.offline.replies.turn import fold
from coaching.text.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

MOST_ITEMS = 5
"""Things on the shelf that a reply names."""
TELLING = 3  # letters of a word that can name a thing
_BOUGHT = compiled(r"\b(?:did i buy|have i bought|compre|he comprado)\b")
_WHEN = compiled(r"^\W*(?:so |and |y )*(?:when|cuando)\b")


def after_tool(turn: Turn, name: str, told: str) -> Answer:
    """Say that it is written down, or what was written down in the months they asked about."""
    figures = json.loads(told)
    if name == "record_transaction":
        return say("money_written", turn)
    if "waiting_on_shelf" in figures:
        return _shelf(turn, figures)
    if "months" in figures:
        return _months(turn, figures)
    if not (spent := _sums(figures["out"])):
        return say("money_nothing", turn)
    return say("money_told", turn, spent=spent)


def asks(turn: Turn) -> Answer | None:
    """Ask once for the amount of a line about money; the next message completes it."""
    return say("money_amount", turn) if lacks_amount(turn.text) else None


def _months(turn: Turn, figures: Mapping[str, Any]) -> Answer:
    """Say what each month was, and how the last one is beside the one before."""
    together, months = _sums(figures["out_together"]), figures["months"]
    if not together:
        return say("money_nothing", turn)
    if len(months) == 1:
        month = _month(months[0]["month"], turn.language)
        return say("money_about", turn, spent=together, about=figures["about"], month=month)
    each = ", ".join(
        f"{_month(one['month'], turn.language)}: {_sums(one['out']) or '0'}" for one in months
    )
    changed: Mapping[str, str] = figures["out_changed_by"]
    if len(changed) != 1:  # more than one currency: each has sums of its own
        return say("money_months", turn, each=each)
    currency, by = next(iter(changed.items()))
    size = "same" if by == "0" else "more" if by.startswith("+") else "less"
    until = "_running" if figures["last_is_running"] else ""
    by = _sum(by.lstrip("+-"), currency)
    return say(f"money_months_{size}{until}", turn, each=each, by=by)


def _shelf(turn: Turn, figures: Mapping[str, list[Mapping[str, str]]]) -> Answer:
    """Name what waits, when one thing may be decided, or what was bought."""
    waiting, bought = (
        [one for one in figures[kind] if one["item"]] for kind in ("waiting_on_shelf", "bought")
    )
    asked = set(words(turn.folded))
    if _BOUGHT.search(turn.folded):
        return say("shelf_bought" if bought else "shelf_none_bought", turn, items=_items(bought))
    if _WHEN.search(turn.folded):
        for one in waiting:
            if asked & {word for word in words(fold(one["item"])) if len(word) >= TELLING}:
                return _decide(turn, one)
    return say("shelf_told" if waiting else "shelf_empty", turn, items=_items(waiting))


def _decide(turn: Turn, one: Mapping[str, str]) -> Answer:
    day = date.fromisoformat(one["waits_until"])
    name = "shelf_when" if day > turn.ctx.today else "shelf_now"
    return say(name, turn, item=one["item"], day=day_in_words(turn.language, day))


def _items(rows: list[Mapping[str, str]]) -> str:
    return ", ".join(one["item"] for one in rows[:MOST_ITEMS])


def _month(month: str, language: str) -> str:
    """Return the name of a month that is written as 2026-11."""
    return text(language, "export.months").split()[date.fromisoformat(f"{month}-01").month - 1]


def _sums(sums: Mapping[str, str]) -> str:
    return " + ".join(_sum(amount, currency) for currency, amount in sums.items())


def _sum(amount: str, currency: str) -> str:
    if not currency:
        return amount
    return f"{amount} {currency}" if currency.isalpha() else f"{currency}{amount}"
