"""What people talk about, by `topics.toml`: debts, a partner, the rent, a first salary."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from coaching.offline.replies import meanings, texts
from coaching.offline.replies.intents import intent_of
from coaching.offline.replies.patterns import compiled
from coaching.offline.replies.texts import guided, subjects, wording

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

DROPPED = "correction"
"""After it, what was said before it is no subject: the coach got it wrong."""
BACK = 5  # messages and replies in which a subject is still open
AFTER_A_LOSS = frozenset({"took_over", "inheritance", "not_mine", "saying"})
WINS = frozenset(
    {
        *("looked", "first_pay", "pay_rise", "paid_last", "goal_reached", "streak", "cancelled"),
        *("said_no", "saved_some", "sat_down", "went_well"),
    }
)
"""What somebody did or got: it may be saved as a win."""
_AGAIN = compiled(
    r"\b(?:again|always (?:the same|happens|do)|every time|keeps?|otra vez|cada vez|de nuevo"
    r"|siempre (?:lo mismo|igual|me pasa|hago))\b"
)
_YEARS = compiled(r"\byears? ago\b|\bhace (?:\w+ )?anos?\b|\bmy late\b|\bmi difunt[oa]\b")


def of(text: str) -> list[str]:
    """Return the subjects of a text, the surest first."""
    return [name for name in meanings.all_meant(text) if name in subjects()]


def told(turn: Turn, intent: str) -> str:
    """Return what a message is about; a loss is a subject only where it is long ago."""
    if intent == "grief" and _YEARS.search(turn.folded):
        return next((name for name in of(turn.text) if name in AFTER_A_LOSS), "")
    return intent if intent in subjects() else ""


def current(turn: Turn, *, asks: bool = False) -> str:
    """Return what the last replies and messages were about: a subject, else a feeling.

    For a question it is the newest; otherwise the first one whose tip has not been given yet.
    """
    modes = [*takewhile(lambda mode: mode != DROPPED, turn.modes(BACK)[::-1])]
    newest = [mode for mode in modes[:1] if mode in guided()]
    named = [mode for mode in modes if texts.area_of(mode) and mode in subjects().keys() - WINS]
    if not named:
        said = (intent_of(text, turn.language) for text in turn.said[::-1][: len(modes)])
        named = [name for name in said if texts.area_of(name) and name in subjects().keys() - WINS]
    felt = [mode for mode in modes if mode in guided() - WINS]
    found = [*(newest if asks else ()), *(named or felt)]
    fresh = (name for name in found if not turn.has_said(wording(name).tip(turn.language) or " "))
    return next(fresh, "") or next(iter(found), "")


def is_again(turn: Turn) -> bool:
    """Return True if they say that it keeps happening."""
    return _AGAIN.search(turn.folded) is not None
