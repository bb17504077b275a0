"""Cascade of a deletion: delete what was derived from a deleted message, in every table.

Cards, wins, goals and notes stay as the person kept them; only the quote on a card and its reason
go.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from coaching.content.catalogue import languages, texts
from coaching.memory.derived_data import Echo, echo_of, is_echo, without
from coaching.models import Message
from coaching.repositories import derived_data
from coaching.services import memories as remembered
from coaching.text.content import content_words
from coaching.values.conversations import MessageRole
from coaching.values.enums import MemorySource

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

NOTHING_LEFT = "…"
Stored = dict[str, Any]


@cache
def everyday() -> frozenset[str]:
    """Return the words of the interface: none of them tells one message from another."""
    lines = (text for lang in languages() for text in texts(lang).values())
    return frozenset[str]().union(*map(content_words, lines))


async def forget(
    s: AsyncSession, owner: UUID, text: str, *, since: datetime, at: datetime
) -> Stored:
    """Delete derived data that repeats a text said at `since`; return what `restore` needs."""
    echo = echo_of(text, await derived_data.own_words(s, owner), everyday())
    kept: Stored = {"changed": [], "dropped": []}
    for name, (kind, columns) in derived_data.CHANGED.items():
        for row in await derived_data.rows(s, owner, kind, since=since):
            if was := _change(row, columns, echo):
                kept["changed"].append({"kind": name, "key": derived_data.key(row), "was": was})
    for name, (kind, columns) in derived_data.DROPPED.items():
        for row in await derived_data.rows(s, owner, kind, since=since):
            if any(
                without(getattr(row, column), echo) != getattr(row, column) for column in columns
            ):
                kept["dropped"].append({"kind": name, "row": row.model_dump(mode="json")})
                await s.delete(row)
    kept["memories"] = await _forget_memories(s, owner, echo, at)
    await s.flush()
    return kept


async def restore(s: AsyncSession, owner: UUID, kept: Stored, *, at: datetime) -> None:
    """Restore what `forget` deleted; rows that have changed since then stay as they are."""
    for name, (kind, _) in derived_data.CHANGED.items():
        changed = {one["key"]: one["was"] for one in kept.get("changed", []) if one["kind"] == name}
        for row in await derived_data.all_rows(s, owner, kind) if changed else ():
            for column, (before, after) in changed.get(derived_data.key(row), {}).items():
                if getattr(row, column) == after:
                    setattr(row, column, before)
    for dropped in kept.get("dropped", []):
        s.add(derived_data.DROPPED[dropped["kind"]][0].model_validate(dropped["row"]))
    for stored in kept.get("memories", []):
        await remembered.put_back_words(s, owner, stored, at=at)
    await s.flush()


def _change(row: Any, columns: tuple[str, ...], echo: Echo) -> Stored:  # noqa: ANN401 - a row
    """Take what repeats the message out of a row; return the columns before and after."""
    is_reply = isinstance(row, Message) and row.role is MessageRole.COACH
    was: Stored = {}
    for column in (*columns, "text", "content") if is_reply else columns:
        before = getattr(row, column)
        after = without(before, echo)
        if after == before:
            continue
        if is_reply and column == "text":
            after = after or NOTHING_LEFT
        if is_reply and column == "content":
            after = [{"type": "text", "text": row.text}]
        setattr(row, column, after)
        was[column] = [before, after]
    return was


async def _forget_memories(s: AsyncSession, owner: UUID, echo: Echo, at: datetime) -> list[Stored]:
    """Forget the memories of other messages that repeat it; what the person wrote stays."""
    gone: list[Stored] = []
    for row in await derived_data.memories(s, owner):
        if row.source is not MemorySource.WRITTEN and is_echo(f"{row.content}\n{row.quote}", echo):
            gone.append(remembered.as_stored(row))
            await remembered.forget(s, owner, row.id, at=at)
    return gone
