"""Store model status for the admin; at most one alert per day and cause.

The engine alone sees its calls. The admin's process reads this row and nothing else of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from coaching.llm.faults import ACCOUNT, CIRCUIT_OPEN, NO_SUCH_MODEL
from coaching.llm.health import CircuitState
from coaching.repositories import app_settings, audit
from coaching.services.usage import day_of

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.llm.health import HealthReport

KEY = "model_health"


@dataclass(frozen=True, slots=True)
class KeptHealth:
    """Last known status: each role's model, the last error, retired models."""

    at: datetime
    states: dict[str, str]
    models: dict[str, str]
    fault: str = ""
    fault_model: str = ""
    fault_at: datetime | None = None
    fault_is_over: bool = False
    gone: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        """The state of the Coach's model: what people notice."""
        return self.states.get("coach", CircuitState.CLOSED.value)


async def keep(s: AsyncSession, report: HealthReport, *, now: datetime) -> tuple[str, ...]:
    """Keep a report and return the causes that an admin is alerted to now; needs a system unit."""
    before = await app_settings.setting(s, KEY) or {}
    today = day_of(now)
    alerted: dict[str, str] = {**before.get("alerted", {})}
    new = tuple(cause for cause in _causes(report) if alerted.get(cause) != today)
    for cause in new:
        alerted[cause] = today
        await audit.add(s, actor="system", action="model_fault", details={"kind": cause}, at=now)
    await app_settings.set_setting(s, KEY, {**_as_json(report, now), "alerted": alerted}, now=now)
    return new


async def read(s: AsyncSession) -> KeptHealth | None:
    """Return what the engine told last; None when no model was ever asked."""
    kept = await app_settings.setting(s, KEY)
    if kept is None:
        return None
    fault: dict[str, Any] = kept.get("fault") or {}
    return KeptHealth(
        at=datetime.fromisoformat(kept["at"]),
        states=kept["states"],
        models=kept["models"],
        fault=fault.get("kind", ""),
        fault_model=fault.get("model", ""),
        fault_at=datetime.fromisoformat(fault["at"]) if fault else None,
        fault_is_over=fault.get("is_over", False),
        gone=tuple(kept["gone"]),
    )


def _causes(report: HealthReport) -> list[str]:
    """Return what an admin has to know at once, each by a stable word."""
    causes = [NO_SUCH_MODEL] if report.gone else []
    if report.state is CircuitState.OPEN:
        causes.append(CIRCUIT_OPEN)
    if report.fault is not None and report.fault.kind in ACCOUNT and not report.fault.is_over:
        causes.append(report.fault.kind)
    return causes


def _as_json(report: HealthReport, now: datetime) -> dict[str, Any]:
    fault = report.fault
    return {
        "at": now.isoformat(),
        "states": {role.role: role.state.value for role in report.roles},
        "models": {role.role: role.model for role in report.roles},
        "fault": fault
        and {
            "kind": fault.kind,
            "model": fault.model,
            "at": fault.at.isoformat(),
            "is_over": fault.is_over,
        },
        "gone": list(report.gone),
    }
