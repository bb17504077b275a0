"""An authenticator in software: it makes passkeys and signs challenges, also wrongly when asked."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

ORIGIN = "http://localhost:3000"
_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """One passkey: made by `make`, used by `sign`."""

    host: str = "localhost"
    origin: str = ORIGIN
    counts: bool = True
    verifies: bool = True
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    user: str = ""
    uses: int = 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what `navigator.credentials.create` answers to these options."""
        self.user = options["user"]["id"]
        public = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32), -3: public.y.to_bytes(32)}
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(cose)
        data = self._data(_ATTESTED) + attested
        said = self._client_data("webauthn.create", options["challenge"])
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            clientDataJSON=bytes_to_base64url(said), attestationObject=bytes_to_base64url(made)
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what `navigator.credentials.get` answers to these options."""
        self.uses += 1 if self.counts else 0
        data = self._data()
        said = self._client_data("webauthn.get", options["challenge"])
        signed = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=bytes_to_base64url(said),
            authenticatorData=bytes_to_base64url(data),
            signature=bytes_to_base64url(signed),
            userHandle=self.user,
        )

    def _data(self, flags: int = 0) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.verifies else 0)
        host = hashlib.sha256(self.host.encode()).digest()
        return host + flags.to_bytes(1) + self.uses.to_bytes(4)

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _answer(self, **response: str) -> dict[str, Any]:
        name = bytes_to_base64url(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}


def challenge_of(options: dict[str, Any]) -> bytes:
    """Return the challenge in some options."""
    return base64url_to_bytes(options["challenge"])
