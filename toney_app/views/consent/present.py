"""A consent that was given, as it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.models import Consent


@dataclass(frozen=True, slots=True)
class Record:
    """The text of one consent, with its dates; `text` is empty where none was kept."""

    id: str = ""
    version: str = ""
    text: str = ""
    given_at: str = ""
    withdrawn_at: str = ""


def record(found: Consent) -> Record:
    """Return what is shown of a record."""
    return Record(
        id=str(found.id),
        version=found.text_version,
        text=found.text,
        given_at=found.given_at.isoformat(),
        withdrawn_at=found.withdrawn_at.isoformat() if found.withdrawn_at else "",
    )
