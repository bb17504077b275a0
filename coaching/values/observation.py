"""The Observer's answer, strict."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from coaching.values.enums import Importance, MemoryKind, SafetyLevel, SignalType


class Signal(BaseModel):
    """One thing the Observer saw."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    signal_type: SignalType
    content: str = Field(min_length=1, max_length=400)
    quote: str = Field(max_length=200)
    confidence: float = Field(ge=0, le=1)
    urgency_flag: bool


class MemoryCandidate(BaseModel):
    """Something that may be worth remembering; the gate decides (`coaching.memory.gate`).

    Nothing here is checked for sense: one candidate that does not fit must not cost the signals.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: MemoryKind
    content: str
    quote: str
    source: Literal["stated", "inferred"]
    importance: Importance
    expires: str = Field(description="none, or the day after which it is over, as YYYY-MM-DD")
    sensitive: bool
    supersedes: str = Field(
        description="the known memories that this makes untrue, such as m2, m5, or none"
    )


class DoneCandidate(BaseModel):
    """A remembered plan that the person says they have done."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    memory: str = Field(description="the plan among the known memories, such as m2")
    quote: str


class Observation(BaseModel):
    """Signals, memories and finished plans of one exchange; empty lists are the usual answer.

    However many signals come, the service that stores them keeps ten.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    signals: list[Signal]
    safety_level: SafetyLevel
    memories: list[MemoryCandidate] = Field(default_factory=list[MemoryCandidate])
    done: list[DoneCandidate] = Field(default_factory=list[DoneCandidate])
