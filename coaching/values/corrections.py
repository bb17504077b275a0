"""What a person corrected: it binds everyone who writes down what Toney believes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.values.enums import Verdict


class Withheld(StrEnum):
    """Why the words of something told are passed on to nobody: no yes yet, a no, no answer."""

    WAITING = "waiting"
    DECLINED = "declined"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class Correction:
    """A sentence of Toney's and what the person says of it; `instead` are their own words.

    `withheld`: a sensitive memory without their yes. It binds like one that was deleted, and its
    words are in no prompt.
    """

    said: str
    verdict: Verdict
    instead: str = ""
    at: datetime | None = None
    withheld: Withheld | None = None
