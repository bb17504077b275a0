"""Reads what a message in the chat says about money, in one message or in two.

A message can hold more than one amount, and one without an amount is asked about once: the next
message completes it. What isn't clearly about a sum stays a message.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.money.reading import LONGEST, category_of, in_plain, words_of, written_down

if TYPE_CHECKING:
    from datetime import date, datetime

ANSWERED_WITHIN = timedelta(minutes=10)
"""An amount that comes later is not the answer any more."""
MOST_LINES = 5
_SHORT = 8
"""Words of a line that is asked about."""
_SPLIT = re.compile(r"[,;.]\s+(?:(?:and|y)\s+)?|\s+(?:and|y)\s+")


def lines_of(text: str, today: date) -> tuple[str, ...]:
    """Return the lines of a message that only says what was spent or came in, as it says them."""
    if written_down(text, today):
        return (text.strip(),)
    plain = in_plain(text)
    if len(plain.split()) > 2 * LONGEST or re.search(words_of("not_only"), plain):
        return ()
    found = [text[start:end].strip() for start, end in _parts(plain)]
    if not 1 < len(found) <= MOST_LINES:
        return ()
    is_whole = all(written_down(_with_verb(one), today) for one in found)
    return tuple(found) if is_whole else ()


def lacks_amount(text: str) -> bool:
    """Return True for a short line about money that could be written down if it had an amount."""
    plain = in_plain(text).strip(" .!")
    if len(plain.split()) > _SHORT or re.search(rf"{words_of('not_only')}|\d", plain):
        return False
    if re.fullmatch(words_of("paid_without"), plain):
        return True
    begun = re.match(words_of("spent_without"), plain)
    return begun is not None and bool(category_of(plain[begun.end() :]))


def completed(earlier: str, at: datetime, text: str, now: datetime) -> str:
    """Return the line before with the amount that this message is; empty if it is none."""
    plain = in_plain(text).strip(" .!")
    amount = re.fullmatch(words_of("only_amount"), plain)
    if amount is None or now - at > ANSWERED_WITHIN or not lacks_amount(earlier):
        return ""
    return f"{earlier.strip(' .!')} {amount['sum']}"


def _parts(plain: str) -> list[tuple[int, int]]:
    """Return where lines begin and end: at a verb, or at an amount after a line that has one."""
    ends = [*((one.start(), one.end()) for one in _SPLIT.finditer(plain)), (len(plain), len(plain))]
    found, begin = list[tuple[int, int]](), 0
    for end, next_begin in ends:
        part = plain[begin:end]
        has_one = bool(found) and re.search(r"\d", plain[found[-1][0] : found[-1][1]])
        is_new = re.match(rf"(?:{words_of('begins')})\b", part) or (
            has_one and re.match(r"[£€$₹]?\d\S* (?:on|for|at|en|por|para)\b", part)
        )
        if is_new or not found:
            found.append((begin, end))
        else:
            found[-1] = (found[-1][0], end)
        begin = next_begin
    return found


def _with_verb(line: str) -> str:
    """Return a line that begins with its amount as one that is about spending."""
    return line if not re.match(r"[£€$₹]?\d", line) else f"spent {line}"
