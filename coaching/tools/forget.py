"""The coach forgets something because the person asks for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.errors import NotFound, ToolFailed
from coaching.repositories import messages
from coaching.services import memories, memory_writer, offers
from coaching.text.content import content_words
from coaching.text.similarity import containment
from coaching.values.conversations import MessageRole
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachMemory
    from coaching.values.tools import ToolUse

ALIKE, CANDIDATES, TOLD = 0.5, 100, 5
"""A memory is meant if it shares half of the content words; so many are read, so many are told."""
_ASKS = re.compile(
    r"\b(?:forget|erase|delete|remove|scratch|(?:strike|take) (?:it|that) out"
    r"|(?:don'?t|do not|stop|no longer) (?:remember|keep|us|record|note|store|write)\w*"
    r"|off the record|not (?:be |have it |want it )?(?:kept|recorded|noted|remembered|written down)"
    r"|olv[ií]d\w+|b[oó]rr\w+|elim[ií]n\w+|qu[ií]t\w+"
    r"|no (?:l[oae]s? )?(?:recuerd|guard|us|anot|apunt)es?"
    r"|no (?:conste|constara|constase|quede (?:constancia|registro)))\b",
    re.IGNORECASE,
)
NOT_ASKED = (
    "Nothing was forgotten: they have not asked for it in this message. Ask which one they mean, "
    "or tell them about “What Toney thinks” in the settings, where they can delete everything."
)
WHICH = "Nothing was forgotten: several memories fit. Ask which one they mean: {texts}"
NONE = (
    "Nothing was forgotten: no memory says that. What is remembered stands in “What Toney thinks” "
    "in the settings; they can delete it there, and messages in the chat."
)


class Forget(BaseModel):
    """What is forgotten."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    what: str = Field(
        min_length=1, max_length=memories.CONTENT_MAX, description="The memory as you read it."
    )


async def forget(s: AsyncSession, use: ToolUse, args: Forget) -> ToolOutcome:
    """Forget one memory because they ask for it: the one that they name and never more."""
    if not await _is_asked(s, use):
        raise ToolFailed(NOT_ASKED)
    found = await _meant(s, use, args.what)
    if not found:
        raise ToolFailed(NONE)
    if len(found) > 1:
        raise ToolFailed(WHICH.format(texts="; ".join(one.content for one in found[:TOLD])))
    said = await memory_writer.drop(s, use.owner, found[0].id, at=use.at)
    return ToolOutcome({"forgot": str(found[0].id), "correction": str(said.id)})


async def undo_forget(
    s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime
) -> None:
    """Remember it again; raises NotFound if the call forgot nothing."""
    if "forgot" not in data:
        raise NotFound("this forgot nothing")
    memory, said = UUID(str(data["forgot"])), UUID(str(data["correction"]))
    await memory_writer.undrop(s, owner, memory, said, at=at)


async def _is_asked(s: AsyncSession, use: ToolUse) -> bool:
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    if said is None:
        return False
    if _ASKS.search(said.text):
        return True
    before = await messages.last_by_coach(s, use.owner, said.conversation_id, before=said.seq)
    return offers.is_yes(said.text) and before is not None and bool(_ASKS.search(before.text))


async def _meant(s: AsyncSession, use: ToolUse, what: str) -> list[CoachMemory]:
    """Return the memory that says it, or all that come near."""
    held = await memories.active(s, use.owner, at=use.at, limit=CANDIDATES, with_outdated=True)
    exact = [row for row in held if row.content.casefold() == what.strip().casefold()]
    if exact:
        return exact[:1]
    words = content_words(what)
    near = [(containment(content_words(row.content), words), row) for row in held]
    best = max((share for share, _ in near), default=0.0)
    return [row for share, row in near if share >= ALIKE and share == best]
