"""What the admin app works with, for the life of the server; pages and routes share this handle."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from admin_app import talks
from coaching import bootstrap
from coaching.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from coaching.bootstrap import Desk


class _Running:
    desk: Desk | None = None


def engine() -> Desk:
    """Return what the server was started with."""
    if _Running.desk is None:
        raise RuntimeError("the admin app is not running: the server has not started")
    return _Running.desk


@contextlib.asynccontextmanager
async def running(built: Desk | None = None) -> AsyncGenerator[Desk]:
    """Keep the desk open for the life of the server; tests hand in their own."""
    started = built or bootstrap.build_desk(read_settings())
    _Running.desk = started
    try:
        yield started
    finally:
        _Running.desk = None
        await talks.end_all()
        await started.db.close()


@contextlib.asynccontextmanager
async def lifespan() -> AsyncGenerator[None]:
    """Open and close with the server."""
    async with running():
        yield
