"""A secret of the house that tells whether the keys still fit the database, and the rotation.

Every encrypted column has a line in `SEALED`, so that a rotation forgets none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
import structlog
from sqlmodel import SQLModel

from coaching.repositories import app_settings
from coaching.services.vault import NoEncryptionKey, Tampered

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.services.vault import Vault

_log = structlog.get_logger(__name__)

KEY = "encryption_check"
PLACE = f"settings:value:{KEY}:"
KNOWN = "Toney can read this."


@dataclass(frozen=True, slots=True)
class Sealed:
    """A column that holds secrets; the row's id and owner, if it has one, are bound to each."""

    table: str
    column: str

    def place(self, row: object, owner: object) -> str:
        """Return what a secret of this column is bound to."""
        return f"{self.table}:{self.column}:{row}:{owner}"


ADMIN_TOTP = Sealed("admins", "totp_sealed")
PUSH_SUBSCRIPTION = Sealed("push_subscriptions", "sealed")
SEALED: tuple[Sealed, ...] = (ADMIN_TOTP, PUSH_SUBSCRIPTION)
"""Each integration that stores a secret is a line here."""


async def ensure(s: AsyncSession, vault: Vault, *, now: datetime) -> None:
    """Write the check if there is none yet; log an error when the keys can't read it.

    Lost keys keep nobody out: what they encrypted is asked for again. A system unit.
    """
    if await app_settings.setting(s, KEY) is None:
        await app_settings.set_setting(s, KEY, {"sealed": vault.seal(KNOWN, PLACE)}, now=now)
    elif not await is_readable(s, vault):
        _log.error("encryption_keys_do_not_fit")


async def is_readable(s: AsyncSession, vault: Vault) -> bool:
    """Return True if the keys fit the database, or nothing was encrypted yet."""
    stored = await app_settings.setting(s, KEY)
    try:
        return stored is None or vault.open(stored["sealed"], PLACE) == KNOWN
    except (NoEncryptionKey, Tampered):
        return False


async def is_newest(s: AsyncSession, vault: Vault) -> bool:
    """Return True if the newest key encrypted the check, or nothing was encrypted yet."""
    stored = await app_settings.setting(s, KEY)
    return stored is None or vault.is_newest(stored["sealed"])


async def rotate(s: AsyncSession, vault: Vault, *, now: datetime, forget: bool = False) -> int:
    """Encrypt everything with the newest key; return how much it was. A system unit.

    `forget` empties what no key reads any more, instead of raising: people connect again.
    """
    stored = await app_settings.setting(s, KEY)
    if stored is not None and not forget:
        vault.open(stored["sealed"], PLACE)
    await app_settings.set_setting(s, KEY, {"sealed": vault.seal(KNOWN, PLACE)}, now=now)
    return 1 + sum([await _rotate(s, vault, sealed, forget=forget) for sealed in SEALED])


async def verify(s: AsyncSession, vault: Vault) -> int:
    """Open everything that is encrypted; return how much it was, or raise what a key can't read."""
    stored = await app_settings.setting(s, KEY)
    if stored is not None:
        vault.open(stored["sealed"], PLACE)
    count = int(stored is not None)
    for sealed in SEALED:
        for row, owner, text in await _stored(s, sealed):
            vault.open(text, sealed.place(row, owner))
            count += 1
    return count


async def _rotate(s: AsyncSession, vault: Vault, sealed: Sealed, *, forget: bool) -> int:
    table = SQLModel.metadata.tables[sealed.table]
    connection, count = await s.connection(), 0
    for row, owner, text in await _stored(s, sealed):
        if not vault.is_newest(text):
            again = _again(vault, text, sealed.place(row, owner), forget=forget)
            await connection.execute(
                sa.update(table).where(table.c.id == row).values({sealed.column: again})
            )
            count += 1
    return count


async def _stored(s: AsyncSession, sealed: Sealed) -> Sequence[Any]:
    """Return the rows of a column that are encrypted: id, owner, text."""
    table = SQLModel.metadata.tables[sealed.table]
    column = table.c[sealed.column]
    owner_of = table.c.get("user_id", sa.literal(""))
    wanted = sa.select(table.c.id, owner_of, column).where(column.is_not(None), column != "")
    return (await (await s.connection()).execute(wanted)).all()


def _again(vault: Vault, text: str, place: str, *, forget: bool) -> str:
    try:
        return vault.seal(vault.open(text, place), place)
    except (NoEncryptionKey, Tampered):
        if forget:
            return ""
        raise
