"""The coach forgets something because the person asks for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.errors import NotFound, ToolFailed
from coaching.repositories import messages
from coaching.rules.not_kept import is_asked
from coaching.services import memories, memory_writer, not_kept, offers
from coaching.services.not_kept import NotKept
from coaching.text.content import content_words
from coaching.text.similarity import containment
from coaching.values.conversations import MessageRole
from coaching.values.tools import BEFORE, ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachMemory, Message
    from coaching.values.tools import ToolUse

JUST_NOW = "just now"
ALIKE, CANDIDATES, TOLD = 0.5, 100, 5
"""A memory is meant if it shares half of the content words; so many are read, so many are told."""
_ASKS = re.compile(
    r"\b(?:forget|erase|delete|remove|scratch|(?:strike|take) (?:it|that) out"
    r"|(?:don'?t|do not|stop|no longer) (?:be )?"
    r"(?:remember|keep|us|record|not(?:e|ing)|stor|sav|writ)\w*"
    r"|off the record|not (?:be |have it |want it )?(?:kept|recorded|noted|remembered|written down)"
    r"|olv[ií]d\w+|b[oó]rr\w+|elim[ií]n\w+|qu[ií]t\w+"
    r"|no (?:me )?(?:l[oae]s? )?(?:recuerd|guard|us|anot|apunt|registr)es?"
    r"|no (?:conste|constara|constase|quede (?:constancia|registro)))\b",
    re.IGNORECASE,
)
NOT_ASKED = (
    "Nothing was forgotten: they have not asked for it in this message. Ask which one they mean, "
    "or tell them about “What Toney thinks” in the settings, where they can delete everything."
)
NO_NOTE = (
    "No note is kept of what they said, now or later. Say so; the message itself stays in the chat "
    "until they delete it."
)
NO_NOTE_ALREADY = (
    "That was done already: no note is kept of it. The message itself stays in the chat until they "
    "delete it."
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
        min_length=1,
        max_length=memories.CONTENT_MAX,
        description="The memory as you read it.",
    )


async def forget(s: AsyncSession, use: ToolUse, args: Forget) -> ToolOutcome:
    """Forget one memory because they ask for it, or keep no note of what they said: `just now`."""
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    if said is not None and args.what.strip(" .`'\"").casefold() == JUST_NOW:
        return await _keep_no_note(s, use, said)
    if said is None or not await _is_asked(s, use, said):
        raise ToolFailed(NOT_ASKED)
    found = await _meant(s, use, args.what)
    if not found and is_asked(said.text):
        return await _keep_no_note(s, use, said, named=args.what)
    if not found:
        raise ToolFailed(NONE)
    if len(found) > 1:
        raise ToolFailed(WHICH.format(texts="; ".join(one.content for one in found[:TOLD])))
    gone = await memory_writer.drop(s, use.owner, found[0].id, at=use.at)
    return ToolOutcome({"forgot": str(found[0].id), "correction": str(gone.id)})


async def undo_forget(
    s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime
) -> None:
    """Remember it again; raises NotFound if the call forgot nothing."""
    if data.get("kept") == NO_NOTE:
        closed, dropped = data[BEFORE]["closed"], data[BEFORE]["dropped"]
        what = NotKept(tuple(map(UUID, closed)), tuple((UUID(a), UUID(b)) for a, b in dropped))
        await not_kept.reopen(s, owner, what, at=at)
        return
    if "forgot" not in data:
        raise NotFound("this forgot nothing")
    memory, said = UUID(str(data["forgot"])), UUID(str(data["correction"]))
    await memory_writer.undrop(s, owner, memory, said, at=at)


async def _keep_no_note(
    s: AsyncSession, use: ToolUse, said: Message, *, named: str = ""
) -> ToolOutcome:
    what = await not_kept.close(s, use.owner, said.id, named=named, at=use.at)
    if not what.closed:
        raise ToolFailed(NO_NOTE_ALREADY)
    before: dict[str, JsonValue] = {
        "closed": [str(each) for each in what.closed],
        "dropped": [[str(memory), str(row)] for memory, row in what.dropped],
    }
    return ToolOutcome({"kept": NO_NOTE, BEFORE: before})


async def _is_asked(s: AsyncSession, use: ToolUse, said: Message) -> bool:
    if is_asked(said.text) or _ASKS.search(said.text):
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
