"""What money words mean: a sentence of general knowledge each, never advice."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

_MONEY = re.compile(
    r"\b(?:loans?|tax\w*|rates?|fees?|accounts?|credit|debts?|insurance|deposits?|bank\w*|payments?|"
    r"charges?|savings|prestamo|impuesto|tasa|cuenta|credito|deuda|seguro|deposito|banco|pago|"
    r"comision|ahorro)\b"
)


def meaning(folded: str) -> dict[str, str] | None:
    """Return what the first known word of a question means, by language."""
    return next((row for known, row in _terms() if known.search(folded)), None)


def is_about_money(folded: str) -> bool:
    """Return True if a question has a word of money in it, known or not."""
    return meaning(folded) is not None or _MONEY.search(folded) is not None


@cache
def _terms() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    file = resources.files("coaching.offline.replies") / "facts.toml"
    table: dict[str, dict[str, str]] = tomllib.loads(file.read_text("utf-8"))
    return [(re.compile(row["words"]), row) for row in table.values()]
