"""Units of work: the only way to the database.

`unit(owner)` sees one person's rows, `system(reason)` sees all and is logged. Both commit at their
end and join when nested in the same task. No unit stays open across a model call (ADR 0007).
On PostgreSQL each transaction takes its role by itself, so that row-level security holds whatever
role the connection was made with. With a login of its own for the system (ADR 0024), the
connections of people's units can't become it.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import async_sessionmaker
from sqlalchemy.pool import QueuePool
from sqlmodel import Session, select
from sqlmodel.ext.asyncio.session import AsyncSession

from coaching import tracing
from coaching.errors import Unavailable
from coaching.repositories import app_settings, consent_guard, engines, sqlite_files

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from contextlib import AbstractAsyncContextManager
    from uuid import UUID

    from sqlalchemy.engine import Connection

    from coaching.models import Consent
    from coaching.settings import Settings

    Agreed = Callable[[Consent | None], bool]

APP_ROLE = "toney_app"
SYSTEM_ROLE = "toney_system"
ADMIN_ROLE = "toney_admin"

WRITTEN_LATELY = timedelta(seconds=5)

_log = structlog.get_logger(__name__)


class NestedUnit(RuntimeError):
    """A unit inside another one asks for another owner, or for writing inside a read."""


@dataclass(frozen=True, slots=True)
class _Open:
    db: Db
    task: asyncio.Task[Any] | None
    owner: UUID | None
    write: bool
    session: AsyncSession


_open: ContextVar[_Open | None] = ContextVar("open_unit", default=None)


class _OwnedSession(Session):
    """A session of one owner, or of the system; what it writes needs their consent."""


class _RoleSession(_OwnedSession):
    """The same on PostgreSQL: it takes its role and owner at the begin of each transaction."""


class Db:
    """The database, once per process and event loop."""

    def __init__(self, url: str, *, system_url: str = "", admin: bool = False) -> None:
        self.is_postgres = engines.is_postgres(url)
        self._admin = admin
        own = engines.engines(url, counts=admin)
        has_two = self.is_postgres and system_url not in {"", url}
        system = engines.engines(system_url) if has_two else own
        self._engines = (own, system) if has_two else (own,)
        kind = _RoleSession if self.is_postgres else _OwnedSession
        self._makers = _makers(own, kind)
        self._system_makers = _makers(system, kind)
        self._wrote_at = datetime.min.replace(tzinfo=UTC)

    @classmethod
    def of(cls, settings: Settings) -> Db:
        """Return the app's database: one login for units, and if it is set one for the system."""
        remember(settings)
        return cls(settings.database, system_url=settings.system_database)

    def unit(
        self, owner: UUID, *, write: bool = False, agreed: Agreed | None = None
    ) -> AbstractAsyncContextManager[AsyncSession]:
        """Open a transaction that sees one person's rows; `agreed` guards their words."""
        return self._unit(owner, write=write, agreed=agreed)

    def system(
        self, reason: str, *, write: bool = False
    ) -> AbstractAsyncContextManager[AsyncSession]:
        """Open a transaction that sees everybody's rows: sign-in, scheduler, jobs, clean-up."""
        _log.debug("system_unit", reason=reason, write=write)
        return self._unit(None, write=write)

    async def answers(self) -> bool:
        """Return True if the database answers a question now."""
        try:
            async with self.system("readiness") as session:
                await session.exec(select(1))
        except (Unavailable, SQLAlchemyError):
            return False
        return True

    @property
    def connections_in_use(self) -> int:
        """How many connections do something now."""
        pools = {id(e): e.pool for own in self._engines for e in (own.read, own.write)}
        return sum(pool.checkedout() for pool in pools.values() if isinstance(pool, QueuePool))

    async def can_write(self) -> bool:
        """Return True if something could be stored, now or within the last seconds."""
        now = datetime.now(UTC)
        if now - self._wrote_at < WRITTEN_LATELY:
            return True
        try:
            async with self.system("readiness", write=True) as session:
                await app_settings.set_setting(session, "readiness", {}, now=now)
        except (Unavailable, SQLAlchemyError):
            return False
        self._wrote_at = now
        return True

    async def close(self) -> None:
        """Close all connections; must run in the loop that used them."""
        for opened in self._engines:
            await opened.close()

    @asynccontextmanager
    async def _unit(
        self, owner: UUID | None, *, write: bool, agreed: Agreed | None = None
    ) -> AsyncGenerator[AsyncSession]:
        task, outer = asyncio.current_task(), _open.get()
        # A ContextVar is copied into child tasks, hence the comparison of the task.
        if outer is not None and outer.task is task and outer.db is self:
            if outer.owner != owner or (write and not outer.write):
                raise NestedUnit("a nested unit keeps the owner and never adds writing")
            yield outer.session
            return
        makers, role = (
            (self._system_makers, SYSTEM_ROLE) if owner is None else (self._makers, APP_ROLE)
        )
        info: dict[str, Any] = {"owner": owner, "role": ADMIN_ROLE if self._admin else role}
        if agreed is not None:
            info[consent_guard.AGREED] = agreed
        system = "postgresql" if self.is_postgres else "sqlite"
        try:
            with tracing.span("unit", kind=tracing.CLIENT, db__system__name=system, write=write):
                async with makers[write](info=info) as session:
                    token = _open.set(_Open(self, task, owner, write, session))
                    try:
                        async with session.begin():
                            yield session
                    finally:
                        _open.reset(token)
        except PoolTimeout as error:
            raise Unavailable("no database connection became free") from error
        except DBAPIError as error:
            if engines.is_away(error):
                raise Unavailable("the database is busy or away") from error
            raise


def remember(settings: Settings) -> None:
    """Have the SQLite file of the settings opened with their key, wherever it is opened."""
    if not engines.is_postgres(settings.database):
        sqlite_files.remember(settings, engines.sqlite_file(settings.database))


def _makers(
    opened: engines.Engines, kind: type[_OwnedSession]
) -> tuple[async_sessionmaker[AsyncSession], async_sessionmaker[AsyncSession]]:
    """Return what makes sessions: for reading, and for writing."""
    read, write = (
        async_sessionmaker(
            engine,
            class_=AsyncSession,
            sync_session_class=kind,
            expire_on_commit=False,
        )
        for engine in (opened.read, opened.write)
    )
    return read, write


def _take_role(session: Session, _transaction: object, connection: Connection) -> None:
    owner = session.info["owner"]
    connection.exec_driver_sql(
        "SELECT set_config('role', %s, true), set_config('app.user_id', %s, true)",
        (session.info["role"], "" if owner is None else str(owner)),
    )


event.listen(_RoleSession, "after_begin", _take_role)
consent_guard.watch(_OwnedSession)
