"""Chat pages: turns with their messages and tools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from coaching.memory.card_sentence import asks_for_card, is_joke, own_sentence, title_of
from coaching.repositories import messages, proposals, safety_events, threads, transcripts, turns
from coaching.safety import asked_in
from coaching.services.do_not_repeat import may_repeat, sayable, unspoken
from coaching.services.turns import ALARM
from coaching.values.conversations import MessageRole, SessionStatus, ToolStatus
from coaching.values.enums import SafetyLevel
from coaching.values.tools import TOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Message, Proposal, ToolCall, Turn
    from coaching.repositories.transcripts import TranscriptRow

PAGE = 30


@dataclass(frozen=True, slots=True)
class ThreadTurn:
    """One turn of the thread; a turn that failed has no reply. `tools` are calls with a line.

    `is_over`: its session has ended, and nothing is left to be said about how it goes on.
    """

    turn: Turn
    session_number: int
    is_over: bool
    said: Message | None
    reply: Message | None
    tools: Sequence[ToolCall]
    drafts: Sequence[Proposal] = ()
    mistaken: str = ""
    """The category of a crisis that the message was taken for by mistake: its help stays shown."""


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """Turns, oldest first; `next` is the number to ask older ones with."""

    turns: Sequence[ThreadTurn]
    next: int | None


async def page(
    s: AsyncSession,
    owner: UUID,
    *,
    before: int | None = None,
    limit: int = PAGE,
    session_id: UUID | None = None,
) -> ThreadPage:
    """Return the newest turns of a person or of one session, or those before a turn's number."""
    found = await threads.newest_first(
        s, owner, before=before, limit=limit + 1, session_id=session_id
    )
    shown = found[:limit][::-1]
    ids = [row.turn.id for row in shown]
    calls, drafts = await outcomes_of(s, owner, ids)
    mistaken = await safety_events.mistaken_of(s, owner, ids)
    turns = [
        ThreadTurn(
            turn=row.turn,
            session_number=row.session_number,
            is_over=row.session_status is not SessionStatus.OPEN,
            said=row.said,
            reply=row.reply,
            tools=[call for call in calls if call.turn_id == row.turn.id],
            drafts=[draft for draft in drafts if draft.turn_id == row.turn.id],
            mistaken=mistaken[row.turn.id].category if row.turn.id in mistaken else "",
        )
        for row in shown
    ]
    return ThreadPage(turns, shown[0].turn.seq if len(found) > limit else None)


async def outcomes_of(
    s: AsyncSession, owner: UUID, turn_ids: Sequence[UUID]
) -> tuple[Sequence[ToolCall], Sequence[Proposal]]:
    """Return the calls of tools that have a line, and what was proposed, of some turns."""
    calls = await threads.tools_of(s, owner, turn_ids)
    return [call for call in calls if _has_line(call)], await proposals.of_turns(s, owner, turn_ids)


def _has_line(call: ToolCall) -> bool:
    """Return True if a call is done, or failed and was told. A draft has a card instead."""
    if call.status is ToolStatus.DONE:
        return call.result.get("proposal_id") is None
    return TOLD in call.result


async def last_words(s: AsyncSession, owner: UUID) -> str:
    """Return what the person said last that says something; no joke, and nothing about a danger."""
    reply = await threads.newest_reply(s, owner)
    if reply is None or reply.turn_id is None:
        return ""
    turn = await turns.require(s, owner, reply.turn_id)
    if turn.safety_level is not SafetyLevel.NONE:
        return ""
    if not sayable(reply.text, await unspoken(s, owner)):
        return ""
    told, usable = await _told(s, owner, reply)
    said = (line.text for line in told if line.id in usable)
    return own_sentence(text for text in said if not is_joke(text))


@dataclass(frozen=True, slots=True)
class CardWords:
    """Words for a new card: the person’s sentence and a title, or the reply of the coach."""

    sentence: str = ""
    title: str = ""
    reply: str = ""


async def card_words(s: AsyncSession, owner: UUID, message_id: UUID) -> CardWords:
    """Return the sentence that a reply answers if it is worth a card, else the reply's words.

    Where they only asked for a card, it is the sentence before that. Nothing that was said in
    danger, about abuse, or around a question about danger.
    """
    reply = await messages.require(s, owner, message_id)
    told, usable = await _told(s, owner, reply)
    if all(line.turn_id != reply.turn_id for line in told):
        told = ()  # it opened the conversation and answers nobody
    answered = [line for line in told if not asks_for_card(line.text)][:1]
    if sentence := own_sentence(line.text for line in answered if line.id in usable):
        return CardWords(sentence, title_of(sentence))
    is_calm = all(line.id in usable for line in told if line.turn_id == reply.turn_id)
    may_quote = is_calm and may_repeat(reply.text, await unspoken(s, owner))
    return CardWords(reply=" ".join(reply.text.split()) if may_quote else "")


async def _told(
    s: AsyncSession, owner: UUID, reply: Message
) -> tuple[list[TranscriptRow], set[UUID]]:
    """Return what the person said up to a reply, newest first, and which of it may be used."""
    told = await transcripts.in_session(s, owner, reply.conversation_id, up_to=reply.seq)
    before = await unspoken(s, owner)
    skipped = _around_danger(told) | await _mistaken(s, owner, told)
    said = [line for line in reversed(told) if line.role is MessageRole.USER]
    return said, {
        line.id
        for line in said
        if line.safety_level is SafetyLevel.NONE
        and line.turn_id not in skipped
        and may_repeat(line.text, before)
    }


def _around_danger(told: Sequence[TranscriptRow]) -> set[UUID]:
    """Return the turns that led to a question about danger, and those that answered it."""
    found, before = set[UUID](), None
    has_asked = False
    for line in told:
        if line.role is MessageRole.USER:
            if has_asked or line.meta.get("check"):
                found |= {line.turn_id, before or line.turn_id}
            if line.meta.get(ALARM):
                found.add(line.turn_id)
            before, has_asked = line.turn_id, False
        elif asked_in(f"{line.preface}\n{line.text}").about:
            found.add(line.turn_id)
            has_asked = True
    return found


async def _mistaken(s: AsyncSession, owner: UUID, told: Sequence[TranscriptRow]) -> set[UUID]:
    """Return the turns that were taken for a crisis by mistake."""
    return {*await safety_events.mistaken_of(s, owner, [line.turn_id for line in told])}
