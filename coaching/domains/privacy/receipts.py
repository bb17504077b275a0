"""The receipt of a deletion: what was deleted, what is left until when, signed.

The key is derived from the instance's secret key, its public half is in the receipt and at
`/api/receipts/key`. Anyone with this code can check a receipt, without asking the instance.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from coaching.errors import ToneyError
from coaching.services import keys

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from coaching.settings import Settings

FORMAT, VERSION = "toney-deletion-receipt", 1
TIDIED_AFTER = timedelta(minutes=2)
"""Until then deleted words can still be in the search index and the log of a SQLite file."""
LARGEST = 64 * 1024
_PURPOSE = "deletion receipts"
_SIGNATURE = "signature"


class BadReceipt(ToneyError):
    """The file is no receipt, or it was changed after it was signed."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A receipt whose signature fits the public key in it."""

    deleted_at: str
    user_id: str
    rows: int
    backups_until: str | None
    issuer: str
    public_key: str


def public_key(settings: Settings) -> str:
    """Return the public half of this instance's key, in base64."""
    return _encode(_key(settings).public_key().public_bytes_raw())


def issue(
    settings: Settings, owner: UUID, deleted: Mapping[str, int], *, at: datetime
) -> dict[str, Any]:
    """Return a signed receipt. `deleted` is how many rows each table had."""
    receipt: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "issuer": settings.app_url,
        "userId": str(owner),
        "deletedAt": at.isoformat(timespec="seconds"),
        "deleted": {name: count for name, count in deleted.items() if count},
        "kept": [
            "daily totals of usage, without an id",
            f"each call of a model: when, its cost, no id{_for(settings.model_call_days)}",
            f"what admins did with this account, under its id{_for(settings.audit_days)}",
        ],
        "tidiedBy": (at + TIDIED_AFTER).isoformat(timespec="seconds"),
        "backupsUntil": _backups_until(settings, at),
        "publicKey": public_key(settings),
    }
    signed = _key(settings).sign(_canonical(receipt))
    return {**receipt, _SIGNATURE: _encode(signed)}


def check(text: str | bytes) -> Checked:
    """Return what a receipt says if it is as it was signed, else raise `BadReceipt`."""
    try:
        receipt = cast("dict[str, Any]", json.loads(text))
        if (receipt["format"], receipt["version"]) != (FORMAT, VERSION):
            raise BadReceipt("this is no receipt that this version of Toney knows")
        signature = _decode(receipt.pop(_SIGNATURE))
        key = Ed25519PublicKey.from_public_bytes(_decode(receipt["publicKey"]))
        key.verify(signature, _canonical(receipt))
        return Checked(
            deleted_at=str(receipt["deletedAt"]),
            user_id=str(receipt["userId"]),
            rows=sum(receipt["deleted"].values()),
            backups_until=receipt["backupsUntil"],
            issuer=str(receipt["issuer"]),
            public_key=str(receipt["publicKey"]),
        )
    except InvalidSignature as error:
        raise BadReceipt("the receipt was changed after it was signed") from error
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise BadReceipt("this file is not a receipt of a deletion") from error


def _backups_until(settings: Settings, at: datetime) -> str | None:
    """Return until when backups hold it at the latest; None if they are kept for ever."""
    if not settings.backup_days:
        return None
    return (at + timedelta(days=settings.backup_days)).isoformat(timespec="seconds")


def _for(days: int) -> str:
    return f", for {days} days" if days else ""


def _key(settings: Settings) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(keys.purpose_key(settings, _PURPOSE))


def _canonical(receipt: Mapping[str, Any]) -> bytes:
    return json.dumps(receipt, sort_keys=True, separators=(",", ":")).encode()


def _encode(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("not base64") from error
