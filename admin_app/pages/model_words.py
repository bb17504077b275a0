"""How the model is, in plain words, and what an admin does about it. No engine, no state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from admin_app.copy import t
from coaching.services.costs import alerts_of

if TYPE_CHECKING:
    from coaching.services.costs import Traffic
    from coaching.services.model_health import KeptHealth
    from coaching.settings import Settings

MICRO = 1_000_000
KNOWN_FAULTS = frozenset(
    {
        "authentication",
        "billing",
        "permission",
        "spend_limit",
        "rate_limit",
        "overloaded",
        "server",
        "no_connection",
        "no_answer",
        "not_the_api",
        "too_long",
        "prompt_too_long",
    }
)
FOR_THE_ADMIN = ("authentication", "billing", "permission", "spend_limit")


def state(settings: Settings, kept: KeptHealth | None, spent_microusd: int) -> str:
    """Return in two words who answers."""
    if not settings.has_model or _is_over(settings, spent_microusd):
        return t("model.offline")
    return t(f"model.{kept.state if kept else 'closed'}")


def note(settings: Settings, kept: KeptHealth | None, spent_microusd: int) -> str:
    """Return which model answers, or why none does; and what went wrong last."""
    if settings.disable_ai:
        return t("model.switched_off")
    if not settings.has_model:
        return t("model.no_key")
    if _is_over(settings, spent_microusd):
        return t("model.over_limit")
    model = kept.models.get("coach", settings.coach_model) if kept else settings.coach_model
    said = t("model.answers", model=model)
    if kept is None or kept.fault_at is None:
        return said
    over = t("model.fault_over") if kept.fault_is_over else t("model.fault_stands")
    fault = t(
        "model.last_fault",
        fault=fault_words(kept.fault),
        at=f"{kept.fault_at:%d %b %H:%M}",
        now=over,
    )
    return f"{said} {fault}"


def fault_words(kind: str) -> str:
    """Return a fault in a few words."""
    return t(f"fault.{kind if kind in KNOWN_FAULTS else 'other'}")


def cost_note(settings: Settings) -> str:
    """Return what the day's cost is measured against."""
    return t("overview.cost_note", limit=f"${settings.cost_limit_usd_per_day:,.2f}")


def troubles(
    settings: Settings, kept: KeptHealth | None, spent_microusd: int
) -> list[tuple[str, str]]:
    """Return what an admin has to know now: its kind, and what to do about it."""
    found = [_trouble("switched_off")] if settings.disable_ai else []
    if not settings.has_model:
        return found
    if _is_over(settings, spent_microusd):
        found.append(
            _trouble("cost_limit", limit=f"${settings.cost_limit_usd_per_day:,.2f}"),
        )
    elif spent_microusd >= settings.cost_alert_usd_per_day * MICRO:
        found.append(_trouble("cost_alert", alert=f"${settings.cost_alert_usd_per_day:,.2f}"))
    if kept is None:
        return found
    if kept.fault in FOR_THE_ADMIN and not kept.fault_is_over:
        found.append(_trouble(kept.fault))
    elif kept.state != "closed":
        found.append(_trouble("resting", fault=fault_words(kept.fault)))
    if kept.gone:
        found.append(_trouble("gone", models=", ".join(kept.gone)))
    return found


def traffic_troubles(traffic: Traffic) -> list[tuple[str, str]]:
    """Return what is unusual about today's calls, in the same form."""
    return [_trouble(cause, figure=n) for cause, n in alerts_of(traffic).items()]


def _trouble(kind: str, **figures: object) -> tuple[str, str]:
    return kind, t(f"banner.{kind}", **figures)


def dollars(microusd: float, places: int = 2) -> str:
    """Return micro-dollars as money is read."""
    sign = "−" if microusd < 0 else ""
    return f"{sign}${abs(microusd) / MICRO:,.{places}f}"


def _is_over(settings: Settings, spent_microusd: int) -> bool:
    return spent_microusd >= settings.cost_limit_usd_per_day * MICRO
