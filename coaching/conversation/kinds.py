"""Begin a conversation of a kind, about a goal, a dream or nothing yet, with a prepared line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching import prompts
from coaching.content import text
from coaching.conversation.opening import open_conversation
from coaching.conversation.sessions import About
from coaching.domains.dreams import service as dreams
from coaching.domains.goals import service as goals
from coaching.services import doors
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.services.turns import Opening

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.conversation.engine import TurnEngine
    from coaching.conversation.opening import Opened
    from coaching.repositories.admission_snapshot import AdmissionSnapshot
    from coaching.values.conversations import ConversationKind


async def open_kind(
    coaching: TurnEngine,
    owner: UUID,
    kind: ConversationKind,
    *,
    goal_id: UUID | None = None,
    dream_id: UUID | None = None,
) -> Opened:
    """Begin a conversation of a kind, or go on with the one that is open about the same.

    Raise NotFound for a goal or a dream that isn't this person's.
    """

    async def prepare(s: AsyncSession, stands: AdmissionSnapshot) -> Opening:
        title, told = "", ""
        if goal_id is not None:
            goal = (await goals.require(s, owner, goal_id)).goal
            title, told = goal.title, f"goal {goal.id}: {goal.title}\n{goal.why}"
        elif dream_id is not None:
            dream = await dreams.require(s, owner, dream_id)
            title, told = dream.title, f"dream {dream.id}: {dream.title}\n{dream.description}"
        if title and not may_repeat(told, await unspoken(s, owner)):
            title, told = "", ""
        language, key = stands.person.locale, f"coach.kind.{kind.value}"
        line = text(language, f"{key}_about", title=title) if title else text(language, key)
        named = f"{kind.value}:{goal_id or dream_id or ''}"
        return Opening(named, line, prompts.kind_note(told.strip()), doors.OFFLINE)

    return await open_conversation(coaching, owner, prepare, About(kind, goal_id, dream_id))
