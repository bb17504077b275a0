"""Key derivation: one secret, a key per purpose, so that a leaked key doesn't reveal another."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from coaching.errors import ToneyError

if TYPE_CHECKING:
    from coaching.settings import Settings

TOKEN_BYTES = 32
_LONGEST_TOKEN = 128


class NoSecretKey(ToneyError):
    """TONEY_SECRET_KEY is empty; `toney serve` makes one in the data folder."""


def keyed_hash(settings: Settings, purpose: str, value: str) -> str:
    """Return a hash that nobody without the secret key can look up."""
    return hmac.digest(purpose_key(settings, purpose), value.encode(), "sha256").hex()


def purpose_key(settings: Settings, purpose: str) -> bytes:
    """Return the 32 bytes of the key for a purpose."""
    secret = settings.toney_secret_key.get_secret_value()
    if not secret:
        raise NoSecretKey("TONEY_SECRET_KEY is not set")
    return hmac.digest(secret.encode(), purpose.encode(), "sha256")


def derived(secret: str, purpose: str) -> str:
    """Return a value that only who has the secret can compute; different for each purpose."""
    return hmac.digest(secret.encode(), purpose.encode(), "sha256").hex()


def new_token() -> str:
    """Return 256 random bits for a cookie or a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def may_be_token(token: str) -> bool:
    """Return True if a value is worth a look into the database."""
    return 0 < len(token) <= _LONGEST_TOKEN and token.isascii()
