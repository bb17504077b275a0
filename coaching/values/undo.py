"""How long something that was just saved can be undone with one tap."""

from __future__ import annotations

from datetime import timedelta

UNDO_WITHIN = timedelta(hours=1)
"""Later it can only be deleted, which asks first."""
