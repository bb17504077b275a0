"""Which model a call asks, and why: it is kept with each call, and the person can read it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a model was asked. The first three are the rule of a research conversation."""

    SIMPLE = "simple"
    TOOLS = "tools"
    DEEP = "deep"
    VOICE = "voice"
    READS = "reads"
    PLANS = "plans"
    SAVING = "saving"
    ONE_MODEL = "one_model"


@dataclass(frozen=True, slots=True)
class ModelWish:
    """The model that a call would like to ask, and why; without a name, the role's own."""

    reason: Reason
    model: str = ""
