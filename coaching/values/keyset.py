"""Where the next page of a list begins: the instant and the id of the last row of this one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a list that is sorted by an instant, newest first."""

    at: datetime
    id: UUID

    @property
    def text(self) -> str:
        """Return it in a form for addresses."""
        return f"{(self.at - _EPOCH) // _MICROSECOND}.{self.id.hex}"

    @classmethod
    def read(cls, text: str) -> Place | None:
        """Return the place in a text; None for the beginning and for what is no place."""
        instant, _, key = text.partition(".")
        try:
            return cls(_EPOCH + int(instant) * _MICROSECOND, UUID(key))
        except (ValueError, OverflowError):
            return None
