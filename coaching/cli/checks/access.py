"""Who gets in: addresses, proxies, passwords, keys, what may be read from elsewhere."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from coaching.cli.checks.finding import Checks, Note, Unsafe
from coaching.serving.data_folder import is_private

if TYPE_CHECKING:
    from coaching.settings import Settings

SHORTEST_PASSWORD = 12
SHORTEST_KEY = 32
SHORTEST_TOKEN = 16


def _address(settings: Settings) -> str:
    for name, url in (("PUBLIC_URL", settings.app_url), ("ADMIN_URL", settings.admin_app_url)):
        parts = urlsplit(url)
        if parts.scheme != "https" and not _is_here(parts.hostname or ""):
            raise Unsafe(f"{name}={url}: passwords and cookies go unencrypted; use https")
    if not _is_here(settings.host) and not settings.public_url:
        raise Unsafe(f"HOST={settings.host} is open to others: set PUBLIC_URL to an https address")
    return settings.app_url


def _proxy(settings: Settings) -> str:
    if "*" in settings.trusted_proxies:
        raise Unsafe("TRUSTED_PROXIES=* lets everybody choose their address: name the proxy")
    if settings.app_url.startswith("https:") and not settings.trusted_proxies:
        raise Unsafe(
            "PUBLIC_URL is https: name the proxy in TRUSTED_PROXIES, or all share its address"
        )
    return ", ".join(settings.trusted_proxies) or Note("none")


def _admin(settings: Settings) -> str:
    password = settings.admin_password.get_secret_value()
    if password and len(password) < SHORTEST_PASSWORD:
        raise Unsafe(f"ADMIN_PASSWORD is shorter than {SHORTEST_PASSWORD} characters")
    return "ADMIN_PASSWORD is set" if password else "a password was made, or will be"


def _keys(settings: Settings) -> str:
    secret = settings.toney_secret_key.get_secret_value()
    if secret and len(secret) < SHORTEST_KEY:
        raise Unsafe(f"TONEY_SECRET_KEY is shorter than {SHORTEST_KEY} characters")
    return "set" if secret else f"made once, in {settings.data_dir}"


def _settings_file(_settings: Settings) -> str:
    file = Path(".env")
    if not file.exists():
        return "there is none"
    if not is_private(file):
        raise Unsafe("others may read .env, which may hold keys: chmod 600 .env")
    return "only you may read it"


def _metrics(settings: Settings) -> str:
    token = settings.metrics_token.get_secret_value()
    if token and len(token) < SHORTEST_TOKEN:
        raise Unsafe(f"METRICS_TOKEN is shorter than {SHORTEST_TOKEN} characters")
    return "from anywhere with METRICS_TOKEN" if token else Note("from this machine only")


def _log(settings: Settings) -> str:
    is_loud = settings.log_level == "DEBUG"
    return Note("DEBUG: many lines, still without words") if is_loud else settings.log_level


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


CHECKS: Checks = {
    "address": _address,
    "proxy": _proxy,
    "admin": _admin,
    "secret key": _keys,
    ".env": _settings_file,
    "metrics": _metrics,
    "log": _log,
}
