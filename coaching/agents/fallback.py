"""Choose who replies: the model, or the offline coach while the model may not be called."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.llm.health import CircuitState
from coaching.llm.port import Watched
from coaching.llm.roles import ROLES
from coaching.values.enums import Role

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.agents.engine import Engine
    from coaching.llm.port import LLM


class Absence(StrEnum):
    """Why the offline coach answers; empty when the model does."""

    NONE = ""
    NO_KEY = "no_key"
    SWITCHED_OFF = "switched_off"
    OVER_LIMIT = "over_limit"
    OVER_MONTH = "over_month"
    AWAY = "away"


async def absence(engine: Engine, owner: UUID | None, role: Role = Role.COACH) -> Absence:
    """Return why a model does not answer now; the limits are read for a person only."""
    if engine.llm.name == "offline":
        return Absence.SWITCHED_OFF if engine.settings.disable_ai else Absence.NO_KEY
    if owner is not None and await engine.cost_gate.is_over(owner):
        return Absence.OVER_LIMIT
    if owner is not None and await engine.cost_gate.is_over_month(owner):
        return Absence.OVER_MONTH
    if isinstance(engine.llm, Watched) and not engine.llm.health.may_ask(role):
        return Absence.AWAY
    return Absence.NONE


async def llm_for(engine: Engine, owner: UUID, role: Role = Role.COACH) -> LLM:
    """Return the model that may be asked now; a role that waits asks again later instead."""
    why = await absence(engine, owner, role)
    if why is Absence.NONE or (why is Absence.AWAY and ROLES[role].waits):
        return engine.llm
    return engine.offline


def is_trying(engine: Engine, role: Role) -> bool:
    """Return True if a call would only test whether the model is back: don't spend on that."""
    return (
        isinstance(engine.llm, Watched) and engine.llm.health.state(role) is not CircuitState.CLOSED
    )
