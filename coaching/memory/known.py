"""The rows that the page “What Toney thinks” is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coaching.memory.evidence import Quote
    from coaching.memory.intel import Intel
    from coaching.models import (
        CoachingBriefing,
        CoachMemory,
        Correction,
        ObserverSignal,
        RewireCard,
    )
    from coaching.values import corrections as values


@dataclass(frozen=True, slots=True)
class Known:
    """The rows that a page is made of, newest first where there are several."""

    language: str
    briefing: CoachingBriefing | None
    hypothesis: str
    intel: Intel
    signals: Sequence[ObserverSignal]
    memories: Sequence[CoachMemory]
    aside: Sequence[CoachMemory] = ()
    """Memories that a run has set aside, and that no newer one replaced."""
    said: Sequence[Quote] = ()
    cards: Sequence[RewireCard] = field(default=())
    corrections: Sequence[Correction] = field(default=())
    binding: tuple[values.Correction, ...] = ()
    is_outdated: bool = False
    """A conversation has ended since the briefing was written."""
    today: str = ""
    """As `due_on` is written; empty where nothing is over yet."""
    is_guess_true: bool = False
    """They said, here or in a conversation, that the guess is right."""
    turns: Mapping[UUID, UUID] = field(default_factory=dict[UUID, UUID])
    """The turn of each message."""

    @property
    def is_chosen(self) -> bool:
        """Return True if a run has chosen memories: they tell what happened."""
        return any(memory.is_chosen for memory in self.memories)
