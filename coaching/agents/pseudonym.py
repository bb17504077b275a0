"""Pseudonymous user id for the model provider; it means nothing elsewhere."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID


def user_hash(owner: UUID) -> str:
    """Return an opaque name for a person, the same in every call."""
    return hashlib.sha256(b"toney/model-user/" + owner.bytes).hexdigest()[:32]
