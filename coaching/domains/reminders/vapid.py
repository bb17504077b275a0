"""The key that signs web pushes: derived from the secret key, so it is made once and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric import ec

from coaching.services import keys
from coaching.web.push import Server

if TYPE_CHECKING:
    from coaching.settings import Settings

_PURPOSE = "web push"
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def server(settings: Settings) -> Server:
    """Return who sends pushes, always the same for one TONEY_SECRET_KEY."""
    halves = (keys.purpose_key(settings, f"{_PURPOSE} {half}") for half in (1, 2))
    number = int.from_bytes(b"".join(halves), "big") % (_ORDER - 1) + 1
    url = settings.app_url
    contact = (
        url if url.startswith("https:") else f"mailto:{settings.mail_from or 'toney@localhost'}"
    )
    return Server(ec.derive_private_key(number, ec.SECP256R1()), contact)
