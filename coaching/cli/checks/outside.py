"""What Toney talks to: the model's provider, Redis, mail. Each is tried."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pydantic import SecretStr

from coaching.cli.checks.finding import Checks, Note, Unsafe
from coaching.clock import SystemClock
from coaching.errors import OutsideWorld
from coaching.llm.price_file import price_table
from coaching.services import model_prices
from coaching.web import mail

if TYPE_CHECKING:
    from coaching.services.model_prices import PriceLine
    from coaching.settings import Settings


def _model(settings: Settings) -> str:
    if settings.disable_ai:
        return Note("DISABLE_AI=true: Toney replies in Simple mode")
    if not settings.has_model:
        return Note("no ANTHROPIC_API_KEY: Toney replies in Simple mode")
    from coaching.llm import probe  # noqa: PLC0415 - the SDK takes a second

    try:
        unknown = asyncio.run(probe.unknown_models(settings))
    except OutsideWorld as error:
        raise Unsafe(f"the model's provider: {error} ({error.kind})") from error
    if settings.is_local:
        return Note(
            f"a local model at {settings.anthropic_base_url} answers as {settings.coach_model}: "
            f"its server has to take in {settings.model_context_tokens:,} tokens "
            "(Ollama: OLLAMA_CONTEXT_LENGTH, llama.cpp: -c)"
        )
    if unknown and settings.anthropic_base_url:
        return Note(f"{settings.anthropic_base_url} answers and doesn't list its models")
    if unknown:
        raise Unsafe(f"the provider doesn't offer {', '.join(unknown)}: set other models")
    return "the provider answers and offers the models"


def _budget(settings: Settings) -> str:
    if settings.cost_alert_usd_per_day > settings.cost_limit_usd_per_day:
        return Note("COST_ALERT_USD_PER_DAY is above the limit: nobody is told before it")
    return f"at most ${settings.cost_limit_usd_per_day:g} a day"


def _prices(settings: Settings) -> str:
    """Say what costs are counted with; a bad file raises `BadPrices`."""
    now = SystemClock().now()
    found = model_prices.prices(price_table(settings), settings, now=now)
    says = f"the built-in prices of {found.listed_on.isoformat()}"
    if found.file:
        own = "; ".join(_own_price(line) for line in found.lines if line.is_own and not line.over)
        says = f"{found.file}: {own}; beside them {says}"
    if not settings.has_model or not found.guessed:
        return says
    return Note(
        f"{says}; {', '.join(found.guessed)} has no price and counts like the dearest model: "
        "add it to the file of MODEL_PRICES_FILE (docs/prices.md)"
    )


def _own_price(line: PriceLine) -> str:
    dollars = f"${line.price.input / 1000:g} in, ${line.price.output / 1000:g} out"
    since = f" since {line.first.isoformat()}" if line.first else ""
    return f"{line.model} {dollars}{since}"


def _look_ups(settings: Settings) -> str:
    """Say what can be searched. Nothing is sent, because each search costs money."""
    if settings.brave_search_api_key.get_secret_value():
        return "Toney can search the web with Brave Search"
    rest = "only Wikipedia is asked" if settings.wikipedia_base_url else "nothing is looked up"
    return Note(f"no BRAVE_SEARCH_API_KEY: Toney can't search the web; {rest}")


def _google(settings: Settings) -> str:
    if not settings.has_google:
        return Note("no GOOGLE_CLIENT_ID: people can't sign in with Google")
    from coaching.web import openid  # noqa: PLC0415 - cryptography takes a moment

    try:
        asyncio.run(openid.address(settings, openid.Trip("", "", "", "")))
    except OutsideWorld as error:
        raise Unsafe(f"Google: {error}; check GOOGLE_DISCOVERY_URL") from error
    return f"allow {settings.app_url}/auth/google/callback in Google's console"


def _mail(settings: Settings) -> str:
    if not settings.has_mail:
        return Note("no SMTP_URL: sign-in links are printed in the log")
    try:
        asyncio.run(mail.knock(settings.smtp_url))
    except OutsideWorld as error:
        raise Unsafe(f"the mail server of SMTP_URL: {error}") from error
    return "the mail server answers"


def _push(settings: Settings) -> str:
    """Pushes are signed with a key that follows from the secret key, which a start makes."""
    from coaching.domains.reminders import vapid  # noqa: PLC0415 - cryptography takes a moment

    file = settings.data_dir / "secret_key"
    secret = settings.toney_secret_key.get_secret_value()
    if not secret and not file.is_file():
        return Note("the key is made with the secret key, at the next start")
    key = SecretStr(secret or file.read_text("utf-8").strip())
    server = vapid.server(settings.model_copy(update={"toney_secret_key": key}))
    if server.contact.endswith("@localhost"):
        return Note("push services want an address of yours: set PUBLIC_URL (https) or MAIL_FROM")
    return f"key {server.public_key[:12]}…, push services write to {server.contact}"


CHECKS: Checks = {
    "model": _model,
    "budget": _budget,
    "prices": _prices,
    "look-ups": _look_ups,
    "google": _google,
    "mail": _mail,
    "push": _push,
}
