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
    """It may be out of date: it is an older note, folded away."""

    @property
    def section(self) -> str:
        """Where it stands."""
        return self.id.partition(":")[0]
