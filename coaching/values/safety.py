"""Result of the safety screen for a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from datetime import date


ABUSE = "domestic_economic_abuse"
CLOSES_CHECK = "closes_check"
"""In what is stored with a reply: it ended an open question about danger and went on."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Somewhere to turn to. `contact` says how in words; `target` is the number or the address.

    `word`: what to text there. `hours` are empty when it is open day and night, or not known.
    """

    id: str
    name: str
    contact: str
    region: str
    topics: tuple[str, ...] = ()
    way: Literal["call", "text", "site", "words"] = "words"
    target: str = ""
    word: str = ""
    hours: str = ""
    checked_on: date | None = None


@dataclass(frozen=True, slots=True)
class SafetyVerdict:
    """Level and category of one text; `category` is empty at level none.

    `doubt` is the category of what is left to the coach that answers: a concern, or a crisis if
    `is_alarm`. A model reads the message and decides; Simple mode asks one plain question.
    """

    level: SafetyLevel = SafetyLevel.NONE
    category: str = ""
    source: str = "lexicon"
    doubt: str = ""
    is_alarm: bool = False


@dataclass(frozen=True, slots=True)
class DangerCheck:
    """An open question about danger; empty if there is none.

    `about` is what a bare yes answers: that there is danger, that they are safe, or neither.
    `is_crisis`: asked in a crisis. `is_again`: an answer beside it was met once more already.
    """

    about: Literal["", "danger", "safe", "company"] = ""
    category: str = ""
    is_crisis: bool = False
    is_again: bool = False


NOTHING_ASKED = DangerCheck()
