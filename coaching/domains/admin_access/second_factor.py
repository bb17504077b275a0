"""The second factor of an admin: six digits from an authenticator app (TOTP, RFC 6238).

A code counts once: its 30-second step is stored, so that a code seen over a shoulder opens nothing.
The secret is encrypted with TONEY_ENCRYPTION_KEYS, bound to the row of its admin.
"""

from __future__ import annotations

import base64
import hmac
from typing import TYPE_CHECKING

import pyotp
import segno
from pyotp.totp import TOTP

from coaching.services import keys
from coaching.services.key_check import ADMIN_TOTP
from coaching.services.vault import NoEncryptionKey, Tampered, Vault

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.models import Admin
    from coaching.settings import Settings

ISSUER = "Toney admin"
STEP_SECONDS = 30
_TOLERANCE = (0, -1, 1)
_SECRET_BYTES = 20


def new_secret() -> str:
    """Return a random secret in the form that authenticator apps read."""
    return pyotp.random_base32()


def secret_of_invite(settings: Settings, token: str) -> str:
    """Return the secret that belongs to an invite link; the same each time it is opened."""
    key = keys.purpose_key(settings, "admin invite second factor")
    return base64.b32encode(hmac.digest(key, token.encode(), "sha256")[:_SECRET_BYTES]).decode()


def step_of(secret: str, code: str, *, now: datetime) -> int | None:
    """Return the time step that a code belongs to, one earlier or later included; else None."""
    digits = "".join(code.split())
    if not (digits.isascii() and digits.isdecimal()):
        return None
    totp, here = TOTP(secret), int(now.timestamp()) // STEP_SECONDS
    steps = [here + off for off in _TOLERANCE]
    fits = [hmac.compare_digest(totp.at(step * STEP_SECONDS), digits) for step in steps]
    return next((step for step, does in zip(steps, fits, strict=True) if does), None)


def seal(settings: Settings, admin_id: UUID, secret: str) -> str:
    """Return a secret encrypted for the row of its admin."""
    return Vault.of(settings).seal(secret, ADMIN_TOTP.place(admin_id, ""))


def secret_of(settings: Settings, admin: Admin) -> str:
    """Return an admin's secret; empty if there is none or no key can read it."""
    try:
        return Vault.of(settings).open(admin.totp_sealed, ADMIN_TOTP.place(admin.id, ""))
    except (NoEncryptionKey, Tampered):
        return ""


def address(secret: str, name: str) -> str:
    """Return the `otpauth://` address that a QR code carries."""
    return TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)


def qr_path(text: str) -> tuple[str, int]:
    """Return a QR code as the path of an SVG of so many units, with its quiet zone."""
    rows = segno.make(text, error="m", micro=False)
    size = int(rows.symbol_size(border=4)[0])
    dark = (
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(rows.matrix_iter(border=4))
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return "".join(dark), size
