"""What is true of this installation, so that the coach says nothing else about data and limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from coaching.settings import Settings

_HERE = frozenset({"", "localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class House:
    """Where words are stored, whether a model may read them, and how many messages a day."""

    is_here: bool = True
    has_model: bool = False
    messages_a_day: int = 50

    @staticmethod
    def of(settings: Settings) -> House:
        """Return what the settings say."""
        database = settings.database_url
        stored_here = not database or database.startswith("sqlite") or _is_here(database)
        return House(
            is_here=stored_here and _is_here(settings.public_url),
            has_model=settings.has_model and not settings.is_model_on_this_machine,
            messages_a_day=settings.interactions_per_day,
        )

    @property
    def stays(self) -> str:
        """The key of what happens to what somebody writes."""
        place = "here" if self.is_here else "server"
        return f"{place}_model" if self.has_model else place


def _is_here(address: str) -> bool:
    return (urlsplit(address).hostname or "") in _HERE
