"""Encrypts secrets that are stored, each bound to its place: moved to another row it can't be read.

AES-256-GCM; the key's id stands before the text, so that old and new keys live side by side while
`toney keys rotate` goes from row to row.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from coaching.errors import ToneyError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.settings import Settings

_VERSION = "v1"
_NONCE_BYTES = 12
_KEY_BYTES = 32
_ID_DIGITS = 8


class NoEncryptionKey(ToneyError):
    """TONEY_ENCRYPTION_KEYS doesn't hold the key that something was encrypted with."""


class Tampered(ToneyError):
    """A stored secret was changed, or it comes from another row."""


class Vault:
    """The keys, newest first. The newest encrypts; each of them decrypts what it encrypted."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = {_id(key): AESGCM(_derived(key)) for key in keys if key}

    @classmethod
    def of(cls, settings: Settings) -> Vault:
        """Return the vault of TONEY_ENCRYPTION_KEYS."""
        return cls([key.get_secret_value() for key in settings.toney_encryption_keys])

    def seal(self, text: str, place: str) -> str:
        """Return a text encrypted for a place: `table:column:row:owner`."""
        if not self._keys:
            raise NoEncryptionKey("TONEY_ENCRYPTION_KEYS is not set")
        key_id, key = next(iter(self._keys.items()))
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = nonce + key.encrypt(nonce, text.encode(), place.encode())
        return f"{_VERSION}:{key_id}:{base64.urlsafe_b64encode(sealed).decode()}"

    def open(self, sealed: str, place: str) -> str:
        """Return what was encrypted for a place; raise when key or place is another."""
        key_id, packed = _parts(sealed)
        key = self._keys.get(key_id)
        if key is None:
            raise NoEncryptionKey(f"the encryption key {key_id} is not in TONEY_ENCRYPTION_KEYS")
        try:
            return key.decrypt(
                packed[:_NONCE_BYTES], packed[_NONCE_BYTES:], place.encode()
            ).decode()
        except InvalidTag as error:
            raise Tampered(f"what is stored at {place} was not written there") from error

    def is_newest(self, sealed: str) -> bool:
        """Return True if the newest key encrypted it."""
        return _parts(sealed)[0] == next(iter(self._keys), "")


def _parts(sealed: str) -> tuple[str, bytes]:
    try:
        version, key_id, text = sealed.split(":")
        packed = base64.urlsafe_b64decode(text)
    except ValueError as error:
        raise Tampered("what is stored was not encrypted by Toney") from error
    if version != _VERSION or len(packed) <= _NONCE_BYTES:
        raise Tampered("what is stored was not encrypted by Toney")
    return key_id, packed


def _derived(key: str) -> bytes:
    made = HKDF(hashes.SHA256(), _KEY_BYTES, salt=None, info=b"toney secrets at rest")
    return made.derive(key.encode())


def _id(key: str) -> str:
    return hashlib.sha256(b"toney key id" + key.encode()).hexdigest()[:_ID_DIGITS]
