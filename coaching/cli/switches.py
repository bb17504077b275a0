"""What is switched on and off, in words; only what exists in this version."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.settings import Settings


def switches(settings: Settings) -> dict[str, str]:
    """Return what a person who starts Toney wants to know about it."""
    return {
        "model": _model(settings),
        "sign-in": "guests" if settings.allow_guests else "off (ALLOW_GUESTS=false)",
        "data": _data(settings),
    }


def _model(settings: Settings) -> str:
    if settings.disable_ai:
        return "offline coach (DISABLE_AI=true)"
    if not settings.has_model:
        return "offline coach (no ANTHROPIC_API_KEY)"
    return f"Claude ({settings.coach_model})"


def _data(settings: Settings) -> str:
    if settings.database_url.startswith("postgres"):
        return f"PostgreSQL, secrets in {settings.data_dir}"
    return f"SQLite, all of it in {settings.data_dir}"
