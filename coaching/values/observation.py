"""The Observer's answer, strict (domain.md §4.1)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from coaching.values.enums import SafetyLevel, SignalType


class Signal(BaseModel):
    """One thing the Observer saw."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    signal_type: SignalType
    content: str = Field(min_length=1, max_length=400)
    quote: str = Field(max_length=200)
    confidence: float = Field(ge=0, le=1)
    urgency_flag: bool


class Observation(BaseModel):
    """Signals of one exchange; an empty list is the usual answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    signals: list[Signal] = Field(max_length=10)
    safety_level: SafetyLevel
