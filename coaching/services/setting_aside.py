"""Set memories aside, because something newer was said or they are over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.services import corrections
from coaching.values.enums import MemorySource, MemoryState, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachMemory

ASKED = "asked:"
"""How the fingerprint of a memory begins that the person asked for."""
_BOUNDARY = re.compile(
    r"\b(?:you (?:don[’']t|do not) want|you(?:[’']d| would) rather not"
    r"|you asked (?:me|toney|not|that|to|for no)\b|no (?:quieres|querés|quiere)"
    r"|pref(?:ieres|erís|iere) no|pedi(?:ste|ó) (?:que|no))\b",
    re.IGNORECASE,
)


async def confirmed(s: AsyncSession, owner: UUID) -> set[str]:
    """Return the items of “What Toney thinks” that the person called true."""
    holding = await corrections.holding(s, owner)
    return {row.item for row in holding if row.verdict is Verdict.TRUE}


async def overtake(
    s: AsyncSession, owner: UUID, rows: Iterable[CoachMemory], *, at: datetime
) -> None:
    """Set aside what a newer message has overtaken; the person can call it true again."""
    stands = await confirmed(s, owner)
    for row in rows:
        if may_go(row) and f"remembers:{row.id}" not in stands:
            row.state, row.active, row.updated_at = MemoryState.SUPERSEDED, False, at


def may_go(row: CoachMemory) -> bool:
    """Return True unless the person wrote it, asked for it or pinned it, or it is a boundary."""
    is_theirs = row.source is MemorySource.WRITTEN or row.fingerprint.startswith(ASKED)
    is_held = row.is_pinned or _BOUNDARY.search(row.content) is not None
    return row.state is MemoryState.ACTIVE and not is_theirs and not is_held
