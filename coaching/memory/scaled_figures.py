"""Figures told with their scale: who said `80 mil one month and 45 the other` may be told `45 mil`.

A bare number has the scale of an amount in thousands of much the same size. Where that amount is in
the same sentence it is sure; where it was said elsewhere, the memory is unsure.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.memory.scopes import Doubt
from coaching.text.words import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

THOUSAND, TIMES = 1000, 10
_UNIT = (
    r"%|per ?cent|por ciento|k|grand|mil|thousand|euros?|dollars?|dólares|pounds?|quid|bucks?"
    r"|pesos?|rand|cents?|years?|yrs?|años?|months?|mes(?:es)?|weeks?|semanas?|days?|días?|hours?|hrs?"
    r"|horas?|minutes?|mins?|minutos?|miles|kms?|kilos?|people|personas?|kids|hijos|am|pm|o'clock"
)
_BARE = re.compile(
    r"(?<![\w$€£#/:-])(?<!\d[.,])(?<!\bel )(?<!\bdía )(?<!\bon the )(?<!\bby the )(?<!\buntil the )"
    r"(?<!\bage )(?<!\baged )(?<!\bim )(?<!\bi'm )"
    rf"(\d{{1,3}}(?:[.,]\d{{1,2}})?)(?![\w€£/:]|[.,]\d)(?!\s?(?:{_UNIT})(?!\w))"
)
_THOUSANDS = re.compile(
    r"(?<![\w.,])[$€£]?(?:(\d+(?:[.,]\d{1,2})?) ?(?:k|grand|mil|thousand)|(\d{1,3})[.,]000)(?!\w)"
)


def told_with_scale(figure: str, content: str, message: str, context: Iterable[str]) -> Doubt:
    """Return the doubt for a figure that was said without its scale; SURE if it wasn't said."""
    plain = content.casefold()
    own, given = message.casefold(), "\n".join((message, *context)).casefold()
    value = float(figure)
    if value < THOUSAND:  # the memory leaves the scale out: `28 mil, not 32`
        is_said = value in _thousands(given) and value in _with_scale(plain, plain)
        return Doubt.NONE if is_said else Doubt.SURE
    number = value / THOUSAND
    if any(number in _with_scale(part, part) for part in sentences(own)):
        return Doubt.NONE
    return Doubt.SOME if number in _with_scale(given, given) else Doubt.SURE


def _with_scale(text: str, beside: str) -> set[float]:
    """Return the bare numbers of a text that may be thousands, as `beside` has such amounts."""
    numbers, amounts = map(_value, _BARE.findall(text)), _thousands(beside)
    return {
        number
        for number in numbers
        if any(amount / TIMES <= number <= amount * TIMES for amount in amounts)
    }


def _thousands(text: str) -> set[float]:
    return {_value(number or whole) for number, whole in _THOUSANDS.findall(text)}


def _value(number: str) -> float:
    return float(number.replace(",", "."))
