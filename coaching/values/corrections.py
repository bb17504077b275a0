"""What a person corrected: it binds everyone who writes down what Toney believes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.values.enums import Verdict


@dataclass(frozen=True, slots=True)
class Correction:
    """A sentence of Toney's and what the person says of it; `instead` are their own words."""

    said: str
    verdict: Verdict
    instead: str = ""
    at: datetime | None = None
