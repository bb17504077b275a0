"""One sentence on the page “What Toney thinks”."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.memory.evidence import Basis, Quote


@dataclass(frozen=True, slots=True)
class Belief:
    """One sentence on the page. `said` is what is corrected: the sentence as it is stored."""

    id: str
    text: str
    said: str
    basis: Basis
    quotes: tuple[Quote, ...] = ()
    is_yours: bool = False
    is_confirmed: bool = False
    correction_id: UUID | None = None
    is_aside: bool = False
    """It is folded away: it may be out of date, or it is minor."""
    is_minor: bool = False
    """It is as true as before, and only folded away because little depends on it."""

    @property
    def section(self) -> str:
        """Where it stands."""
        return self.id.partition(":")[0]

    @property
    def may_reword(self) -> bool:
        """Return True if the person can say it in other words."""
        return self.section != "noticed" and (not self.is_aside or self.is_minor)
