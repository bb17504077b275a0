"""Whom numbers are about: everybody, or people with a tension, a stage, a language or a tier."""

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
    tier: str | None = None


EVERYBODY = Scope()
