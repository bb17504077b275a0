"""What people talk about, by `subjects.toml`: debts, a partner, the rent, a first salary."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies.intents import DENIAL, intent_of
from coaching.offline.replies.patterns import compiled, group
from coaching.offline.replies.texts import guided, subjects, wording
from coaching.offline.replies.turn import fold
from coaching.text.words import sentences

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from coaching.offline.replies.patterns import Table
    from coaching.offline.replies.turn import Turn

LONGEST = 250  # words; a longer message tells of too many things
BACK = 5  # messages and replies in which a subject is still open
AFTER_A_LOSS = frozenset({"took_over", "inheritance", "not_mine"})
WINS = frozenset({"looked", "not_looking", "first_pay", "pay_rise"})
AFTER_A_SECRET = frozenset({"childhood", "hidden_debt"})
NEWS = WINS | {"told_child_no", "lent_out", "windfall", "job_offer", "baby_coming"}
DEEDS = frozenset({"win", "half", "good_event", "insight"})
"""What somebody did or saw: only news that is clearer than that is a subject then."""
PLAIN = group("subjects_plain")
"""What a message may seem to mean while it speaks of anything."""
LESS_SURE = PLAIN | group("subjects_less_sure")
"""What it may seem to mean while it tells of something that needs no word of money."""
_AGAIN = compiled(
    r"\b(?:again|always (?:the same|happens|do)|every time|keeps?|otra vez|cada vez|de nuevo"
    r"|siempre (?:lo mismo|igual|me pasa|hago))\b"
)
_YEARS = compiled(r"\byears? ago\b|\bhace (?:\w+ )?anos?\b")
_WHO_DID = {
    "me": r"<ME>(?:{})\b",
    "yo": r"\b(?:{})\b",
    "they": r"<THEY> (?:{})\b",
    "ellos": r"\b(?:{})\b",
    "any": "{}",
}
"""How the patterns of `situations.toml` are read, by who did it."""
_MONEY = compiled(r"[£$€]|\d{2,}|\b<MONEY>\b")


def of(text: str, *before: str) -> Iterator[str]:
    """Yield the subjects of a text, the surest first; `before` is what was said before it.

    Rows that only need a word of money come last: they say less than what happened does.
    """
    folded = fold(text)
    parts = sentences(folded)
    by_money = list[str]()
    for name, words, needs_money in _patterns():
        found = words.search(folded)
        if found and not DENIAL.search(folded[: found.start()]):
            if needs_money:
                by_money.append(name)
            else:
                yield name
    for name, needed, denied in _situations():
        if any(_has(part, needed, denied) for part in parts):
            yield name
    if by_money and any(_MONEY.search(fold(one)) for one in (text, *before)):
        yield from by_money


def _has(part: str, needed: tuple[re.Pattern[str], ...], denied: re.Pattern[str] | None) -> bool:
    """Return True if a sentence has all that a situation needs, and nothing that denies it."""
    return all(one.search(part) for one in needed) and not (denied and denied.search(part))


def told(turn: Turn, intent: str) -> str:
    """Return what a message is about; a loss is a subject only where it is long ago."""
    is_past = intent == "grief" and _YEARS.search(turn.folded) is not None
    if turn.count > LONGEST or not (intent in LESS_SURE | {"secret"} or is_past):
        return ""
    fits = of(turn.text, *turn.said[-BACK:])
    if intent == "secret":
        fits = (name for name in fits if name in AFTER_A_SECRET)
    if intent in DEEDS:
        fits = (name for name in fits if name in NEWS)
    return _fitting((name for name in fits if not is_past or name in AFTER_A_LOSS), intent)


def current(turn: Turn, *, asks: bool = False) -> str:
    """Return what the last replies and messages were about: a subject, else a feeling.

    For a question it is the newest; otherwise the first one whose tip has not been given yet.
    """
    modes, earlier = turn.modes(BACK)[::-1], turn.said[-BACK - 1 :]
    newest = [mode for mode in modes[:1] if mode in guided()]
    named = [mode for mode in modes if mode in subjects()]
    said = (
        _fitting(of(text, *earlier), intent_of(text, turn.language).replace("basics", "story"))
        for text in reversed(turn.said[-BACK:])
    )
    named = named or [name for name in said if name]
    felt = [mode for mode in modes if mode in guided()]
    found = [*(newest if asks else ()), *(named or felt)]
    fresh = (name for name in found if not turn.has_said(wording(name).tip(turn.language) or " "))
    return next(fresh, "") or next(iter(found), "")


def _fitting(found: Iterator[str], intent: str) -> str:
    """Return the first that may be meant: a feeling is about no row that needs a word of money."""
    return next((name for name in found if intent in PLAIN or _is_sure(subjects()[name])), "")


def _is_sure(row: Table) -> bool:
    return "words" in row and "by" not in row


def is_again(turn: Turn) -> bool:
    """Return True if they say that it keeps happening."""
    return _AGAIN.search(turn.folded) is not None


@cache
def _patterns() -> list[tuple[str, re.Pattern[str], bool]]:
    rows = ((name, row) for name, row in subjects().items() if "words" in row)
    return [(name, compiled(row["words"]), "by" in row) for name, row in rows]


@cache
def _situations() -> list[tuple[str, tuple[re.Pattern[str], ...], re.Pattern[str] | None]]:
    rows = ((name, row) for name, row in subjects().items() if "words" not in row)
    return [
        (name, _needed(row), compiled(row["not"]) if "not" in row else None) for name, row in rows
    ]


def _needed(row: Table) -> tuple[re.Pattern[str], ...]:
    """Return all that a sentence must have: who did what, and what goes with it."""
    who = [form.format(row[key]) for key, form in _WHO_DID.items() if key in row]
    return (compiled(*who), *map(compiled, row.get("with", ())))
