"""Whom numbers are about: everybody, or the people with a tension, a stage or a language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.values.enums import Stage, Tension


@dataclass(frozen=True, slots=True)
class Scope:
    """A filter on people by what they have now; None leaves out that part of the filter."""

    tension: Tension | None = None
    stage: Stage | None = None
    language: str | None = None


EVERYBODY = Scope()
