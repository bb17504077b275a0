"""Reads a line about money: “spent 12 on lunch yesterday” is an amount, a day, words, a category.

`written_down` is the strict one: a message in the chat that says this and nothing else. A story, a
question or a plan with an amount in it stays a message.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coaching.money.days import NamedDay, named_day
from coaching.values.transactions import AMOUNT_MAX, HUNDRED, WHAT_MAX, Category, Flow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_WORDS = Path(__file__).with_name("words.toml")
_ACCENTS = str.maketrans("áéíóúüñ", "aeiouun")
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<minus>(?<![^\s(])[-−](?=[£€$₹\d]))?[£€$₹]? ?"
    r"(?P<whole>[1-9]\d?(?:,\d\d)+,\d{3}|[1-9]\d{0,2}(?:[.,' ]\d{3})+(?!\d)|\d+)"
    r"(?:[.,](?P<part>\d{1,2}))?(?![.,]?\d)(?! ?%)"
    r"(?: ?(?P<unclear>m|mm|mn|mln|bn|billions?|palos?)(?![\w&])"
    r"|(?: ?(?P<many>k|lucas?|grand|thousand|mil millones|millions?|millon(?:es)?|mil|lakhs?"
    r"|crores?)\b"
    r"(?:(?<=mil|nes|lon) (?:y |con )?(?P<more>\d{3})(?: mil)?\b)?))?"
)
"""In groups of thousands, in any way of writing, or as it is said: “2 millones 500 mil”.

With `minus` or `unclear` it is no amount: “-12” may be spent or come back, “2m” and “5 palos” are
millions to some. Whoever wrote it is asked.
"""
_MANY = {"mill": 1_000_000, "mil ": 1_000_000_000, "lakh": 100_000, "cror": 10_000_000}
"""What a word after the number means by its beginning; any other means a thousand."""
_THOUSAND = 1000
_EDGES = re.compile(
    r"^(?:on|for|at|in|to|of|from|a|an|the|my|some|en|por|para|de|del|el|la|los|las|mi|"
    r"un|una|unos|unas|and|y|it|was|is)\b[\s:,-]*",
    re.IGNORECASE,
)
_LOOSE_END = re.compile(
    r"[\s:,;.-]*\b(?:on|for|at|in|en|por|para|de|of|the|i|we|me|it)?$", re.IGNORECASE
)
_AFTER = re.compile(
    r"\s*(?:$|(?:on|for|at|in|from|with|back|today|yesterday|this|en|por|para|de|del|con|ayer|hoy"
    r"|anoche)\b)"
)
_AROUND = " .,!:;-–+"
LONGEST = 14
"""Words of a message that says only what was spent or came in."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was read. `amount` is in hundredths, and None if the line has none."""

    flow: Flow
    amount: int | None
    currency: str
    what: str
    category: str
    on: date


def read(text: str, today: date) -> Line:
    """Return what a line says; a day that isn't named is today.

    It has no amount if it may have more than one, or may mean more than one day.
    """
    words, folded = _load(), in_plain(text)
    day = named_day(folded, today)
    found = _chosen(*_numbers(folded, day))
    flow = Flow.OUT
    if re.search(rf"^\s*\+|\b(?:{words['got']})\b", folded) and not _spends(folded):
        flow = Flow.IN
    taken = [*([found.span()] if found else ()), *([day.at] if day and day.on else ())]
    what = _what(text, folded, taken)
    category = "" if flow is Flow.IN else category_of(what or text)
    is_clear = found and (day is None or day.on)
    amount = _amount(found) if is_clear else None
    on = (day and day.on) or _day(folded, today)
    return Line(flow, amount, _currency(folded), what, category, on)


def written_down(text: str, today: date) -> Line | None:
    """Return what a message says if it only says what was spent or came in."""
    words, folded = _load(), in_plain(text).rstrip(" .!")
    is_one = re.match(rf"(?:{words['begins']})\b", folded) and len(folded.split()) <= LONGEST
    is_more = re.search(words["not_only"], folded) or re.search(r"[.!;:]\s", folded)
    if not is_one or is_more:
        return None
    number = _chosen(*_numbers(folded, named_day(folded, today)))
    if number is None or not _is_money(folded, number):
        return None
    line = read(text, today)
    return line if line.amount and (line.what or line.flow is Flow.IN) else None


def category_of(words: str) -> str:
    """Return the category that words belong to, or nothing."""
    folded = in_plain(words)
    found = (name for name, one in _load()["categories"].items() if re.search(one, folded))
    return next((Category(name).value for name in found), "")


def amount_of(text: str) -> tuple[int | None, str]:
    """Return the amount in a field, in hundredths, and its currency if it names one."""
    folded = in_plain(text)
    found = _NUMBER.search(folded)
    return (_amount(found) if found else None), _currency(folded)


def words_of(name: str) -> str:
    """Return a pattern of words.toml; it is for a text in plain letters (`in_plain`)."""
    return str(_load()[name])


@cache
def _load() -> Mapping[str, Any]:
    return tomllib.loads(_WORDS.read_text("utf-8"))


def in_plain(text: str) -> str:
    """Return a text in lower case without accents, of the same length as it was."""
    return text.lower().replace("’", "'").translate(_ACCENTS)


def _is_money(folded: str, number: re.Match[str]) -> bool:
    """Return True unless the number may count something else: “3 bills”, “2 hours”."""
    rest, before = folded[number.end() :], folded[: number.start()]
    names = _currency(f"{number[0]} {rest.split()[0] if rest.strip() else ''}")
    is_before = re.search(r"\b(?:for|por|a|en|spent|gaste)\s*$", before) and not rest.strip()
    return bool(names or number["many"] or is_before or _AFTER.match(rest))


def _numbers(folded: str, day: NamedDay | None) -> tuple[str, list[re.Match[str]]]:
    """Return a line without its date, and the numbers in it that can be an amount."""
    plain = _blank(folded, day.at) if day else folded
    return plain, [one for one in _NUMBER.finditer(plain) if not _is_part_of_a_word(plain, one)]


def _is_part_of_a_word(plain: str, number: re.Match[str]) -> bool:
    """Return True for the number of “15th”, “7up” and “8:30”, which is no amount."""
    letters = re.match(r"[a-z]+", plain[number.end() :])
    if letters and not number[0].endswith(" "):
        return not _currency(f"1 {letters[0]}")
    is_time = re.match(r":\d", plain[number.end() :]) or re.search(r"\d:$", plain[: number.start()])
    return is_time is not None


def _chosen(plain: str, numbers: Sequence[re.Match[str]]) -> re.Match[str] | None:
    """Return the number that is the amount; with several, only one that is clearly it.

    That is the one with a currency, else the one with cents, else the one after “spent”.
    """
    if len(numbers) <= 1:
        return next(iter(numbers), None)
    between = (plain[a.end() : b.start()] for a, b in pairwise(numbers))
    if re.search(_load()["apiece"], plain) or any(
        re.search(_load()["more"], one) for one in between
    ):
        return None
    marks = (_names_currency, _has_cents, _follows_verb)
    found = next((hits for mark in marks if (hits := [n for n in numbers if mark(plain, n)])), [])
    return found[0] if len(found) == 1 else None


def _names_currency(plain: str, number: re.Match[str]) -> bool:
    after, before = plain[number.end() :].split(), plain[: number.start()].split()
    code = before[-1] if before and len(before[-1]) == len("eur") else ""
    names = _currency(f"{code} {number[0]} {after[0] if after else ''}")
    return bool(names or number["many"])


def _has_cents(_plain: str, number: re.Match[str]) -> bool:
    return number["part"] is not None


def _follows_verb(plain: str, number: re.Match[str]) -> bool:
    return re.search(_load()["sum_next"], plain[: number.start()]) is not None


def _spends(folded: str) -> bool:
    return re.search(rf"\b(?:{_load()['spent']})\b", _of_their_pay(folded)) is not None


def _of_their_pay(folded: str) -> str:
    """Return a line without “got paid” and “paid me”, which are no spending."""
    paid = r"\b(?:got|was|been|me) (?:paid|pagaron)\b|\b(?:paid|gave) (?:me|us)\b"
    return re.sub(paid, "", folded)


def _amount(found: re.Match[str]) -> int | None:
    if found["minus"] or found["unclear"]:
        return None
    whole = re.sub(r"\D", "", found["whole"])
    many = _MANY.get((found["many"] or "")[:4], _THOUSAND) if found["many"] else 1
    more = int(found["more"] or 0) * max(many // _THOUSAND, 1)
    hundredths = int((Decimal(f"{whole}.{found['part'] or 0}") * many + more) * HUNDRED)
    return hundredths if 0 < hundredths <= AMOUNT_MAX else None


def _currency(folded: str) -> str:
    order = ("US$", *(name for name in _load()["currencies"] if name != "US$"))
    return next((name for name in order if re.search(_load()["currencies"][name], folded)), "")


def _day(folded: str, today: date) -> date:
    words = _load()
    if re.search(words["before_yesterday"], folded):
        return today - timedelta(days=2)
    if re.search(words["yesterday"], folded):
        return today - timedelta(days=1)
    for number, one in words["weekdays"].items():
        if re.search(one, folded):
            since = (today.weekday() - int(number)) % 7
            is_last = re.search(rf"\blast {one}|{one} pasado\b", folded)
            return today - timedelta(days=7 if is_last and since == 0 else since)
    return today


def _blank(text: str, at: tuple[int, int]) -> str:
    return text[: at[0]] + " " * (at[1] - at[0]) + text[at[1] :]


def _what(text: str, folded: str, taken: Sequence[tuple[int, int]]) -> str:
    """Return the words that are neither amount, nor day, nor what was done with the money."""
    words = _load()
    kept = text if len(text) == len(folded) else folded
    begins = rf"^(?:{words['begins']})\b"
    days = (words[name] for name in ("before_yesterday", "yesterday", "today"))
    weekdays = (
        rf"(?:\b(?:on |el ))?(?:\b(?:last|this) )?{one}(?: pasado\b)?"
        for one in words["weekdays"].values()
    )
    for one in (begins, *days, *weekdays, *words["currencies"].values()):
        for match in re.finditer(one, folded):
            kept = _blank(kept, match.span())
    for span in taken:
        kept = _blank(kept, span)
    left = " ".join(kept.split()).strip(_AROUND)
    for _ in range(3):
        left = _LOOSE_END.sub("", _EDGES.sub("", left)).strip(_AROUND)
    return left[:WHAT_MAX]
