"""The admin `admin`: made at the first start, its password printed once and stored nowhere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.settings import Settings

_MADE = "admin_made"


def ensure(settings: Settings) -> str | None:
    """Make the admin if need be; return the password that was made for it, for this one time.

    Most starts need no new admin, so this imports as little as possible.
    """
    mark = settings.data_dir / _MADE
    if mark.exists() and not settings.admin_password.get_secret_value():
        return None
    password = asyncio.run(_ensure(settings))
    mark.touch(mode=0o600)
    return password


def forget(settings: Settings) -> None:
    """Let the next start make the admin: it was deleted with everything else."""
    (settings.data_dir / _MADE).unlink(missing_ok=True)


async def _ensure(settings: Settings) -> str | None:
    from coaching.clock import SystemClock  # noqa: PLC0415 - see `ensure`
    from coaching.domains.admin_access import service as admins  # noqa: PLC0415
    from coaching.repositories.db import Db  # noqa: PLC0415

    db = Db.of(settings)
    try:
        return await admins.ensure_admin(db, settings, now=SystemClock().now())
    finally:
        await db.close()
