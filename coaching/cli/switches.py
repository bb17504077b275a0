"""What is switched on and off, in words; only what exists in this version."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from coaching.settings import Settings


def switches(settings: Settings) -> dict[str, str]:
    """Return what a person who starts Toney wants to know about it."""
    shown = {
        "model": _model(settings),
        "sign-in": _sign_in(settings),
        "e-mail": _mail(settings),
        "look-ups": _look_ups(settings),
        "data": _data(settings),
    }
    if settings.test_clock_file:
        shown["clock"] = f"shifted by {settings.test_clock_file} (TEST_CLOCK_FILE, for tests only)"
    return shown


def _sign_in(settings: Settings) -> str:
    guests = "guests" if settings.allow_guests else "no guests (ALLOW_GUESTS=false)"
    google = "Google" if settings.has_google else "no Google (no GOOGLE_CLIENT_ID)"
    return f"{guests}, e-mail links, {google}"


def _mail(settings: Settings) -> str:
    if not settings.has_mail:
        return "off (no SMTP_URL): sign-in links are printed in the log"
    return f"sent by {urlsplit(settings.smtp_url.get_secret_value()).hostname}"


def _model(settings: Settings) -> str:
    if settings.disable_ai:
        return "Simple mode (DISABLE_AI=true)"
    if not settings.has_model:
        return "Simple mode (no ANTHROPIC_API_KEY)"
    return f"Claude ({settings.coach_model})"


def _look_ups(settings: Settings) -> str:
    if not settings.has_model:
        return "off (Simple mode looks nothing up)"
    has_key = bool(settings.brave_search_api_key.get_secret_value())
    places = (("Wikipedia", settings.wikipedia_base_url), ("Brave Search", has_key))
    return ", ".join(name for name, is_on in places if is_on) or "off"


def _data(settings: Settings) -> str:
    if settings.database_url.startswith("postgres"):
        return f"PostgreSQL, secrets in {settings.data_dir}"
    return f"SQLite, all of it in {settings.data_dir}"
