"""A person's words for an admin, after the person's grant was checked and the look recorded."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.access_grants import service as grants
from coaching.domains.access_grants.service import Part
from coaching.domains.people import history
from coaching.errors import NotFound
from coaching.repositories import conversations

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from coaching.domains.access_grants.service import Said
    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.models import Conversation
    from coaching.repositories.db import Db


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a comparison: `same`, `in` (new) or `out` (removed)."""

    kind: str
    text: str


async def memories(
    db: Db, admin: SignedInAdmin, owner: UUID, *, now: datetime
) -> Sequence[tuple[str, str]]:
    """Return text and quote of each memory, in the order of the list."""
    await grants.open_part(db, admin, owner, Part.MEMORIES, now=now)
    async with db.system("granted words") as s:
        return [(one.content, one.quote) for one in await history.memories(s, owner)]


async def cards(db: Db, admin: SignedInAdmin, owner: UUID, *, now: datetime) -> Sequence[str]:
    """Return the title of each card, in the order of the list."""
    await grants.open_part(db, admin, owner, Part.CARDS, now=now)
    async with db.system("granted words") as s:
        return [one.title for one in await history.cards(s, owner)]


async def briefings(
    db: Db, admin: SignedInAdmin, owner: UUID, *, now: datetime
) -> Sequence[Sequence[Span]]:
    """Return each version against the one before it, the newest first."""
    await grants.open_part(db, admin, owner, Part.BRIEFINGS, now=now)
    async with db.system("granted words") as s:
        texts = [one.briefing_content for one in await history.briefings(s, owner)]
    return [differences(before, text) for text, before in zip(texts, [*texts[1:], ""], strict=True)]


async def conversation(
    db: Db, admin: SignedInAdmin, owner: UUID, conversation_id: UUID, *, now: datetime
) -> Sequence[Said]:
    """Return what was said in one conversation of this person."""
    async with db.system("granted words") as s:
        found: Conversation | None = await conversations.find(s, owner, conversation_id)
    if found is None:
        raise NotFound("no such conversation")
    number = found.session_number
    return await grants.read_conversation(db, admin, owner, found.id, number, now=now)


def differences(before: str, after: str) -> Sequence[Span]:
    """Return a text as pieces that say what is new and what was removed, word by word."""
    old, new = before.split(), after.split()
    if not old:
        return [Span("same", after)]
    found: list[Span] = []
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    for kind, a1, a2, b1, b2 in matcher.get_opcodes():
        if kind == "equal":
            found.append(Span("same", " ".join(old[a1:a2])))
            continue
        if a2 > a1:
            found.append(Span("out", " ".join(old[a1:a2])))
        if b2 > b1:
            found.append(Span("in", " ".join(new[b1:b2])))
    return found
