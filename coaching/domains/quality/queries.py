"""Queries for the entries of the queue, ratings, handled entries and eval cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col, delete, select

from coaching.domains.quality.models import EvalCase, HandledFlag, ReplyRating
from coaching.models import (
    CoachingBriefing,
    Conversation,
    Correction,
    Hypothesis,
    Message,
    MessageRole,
)
from coaching.repositories.dialects import rows_of
from coaching.values.quality import FlagKind

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlalchemy import ColumnElement, Select
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.quality.queue import Flag


_WORDS: Mapping[FlagKind, tuple[Any, tuple[str, ...]]] = {
    FlagKind.REPLY_MISSED: (ReplyRating, ("comment",)),
    FlagKind.REPLY_HELPED: (ReplyRating, ("comment",)),
    FlagKind.OFF_TRACK: (Correction, ("said",)),
    FlagKind.BELIEF: (Correction, ("said", "instead")),
    FlagKind.GUESS: (Hypothesis, ("text",)),
}
"""Where a person's words about an entry are."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The reply, or the briefing, that an entry is about; `conversation_id` is None without one."""

    model: str = ""
    prompt_hash: str = ""
    conversation_id: UUID | None = None
    at: datetime | None = None


async def behind(s: AsyncSession, flags: Sequence[Flag]) -> Mapping[UUID, Behind]:
    """Return what lies behind entries, by their id: one statement for each kind."""
    found: dict[UUID, Behind] = {}
    for kind in {flag.kind for flag in flags}:
        ids = [flag.id for flag in flags if flag.kind is kind]
        for key, model, prompt, *reply in await rows_of(s, _behind(kind, ids)):
            found[key] = Behind(model, prompt, *reply)
    return found


async def texts(s: AsyncSession, flag: Flag) -> Sequence[str]:
    """Return the comment on a reply, or what was corrected and what is true instead.

    These are a person's words: the service calls it after their grant was checked.
    """
    found = _WORDS.get(flag.kind)
    if found is None:
        return ()
    table, names = found
    statement = sa.select(*(getattr(table, name) for name in names)).where(
        table.id == flag.id, table.user_id == flag.user_id
    )
    return [text for row in await rows_of(s, statement) for text in row if text]


async def rating_of(s: AsyncSession, owner: UUID, message_id: UUID) -> ReplyRating | None:
    """Return what a person said of a reply."""
    statement = select(ReplyRating).where(
        ReplyRating.user_id == owner, ReplyRating.message_id == message_id
    )
    return (await s.exec(statement)).first()


async def handled(s: AsyncSession, kind: FlagKind, entry: UUID) -> HandledFlag | None:
    """Return who has dealt with an entry; None while it is open."""
    statement = select(HandledFlag).where(HandledFlag.kind == kind, HandledFlag.entry == entry)
    return (await s.exec(statement)).first()


async def reopen(s: AsyncSession, kind: FlagKind, entry: UUID) -> None:
    """Make an entry open again."""
    await s.exec(
        delete(HandledFlag).where(col(HandledFlag.kind) == kind, col(HandledFlag.entry) == entry)
    )


async def case_of(s: AsyncSession, kind: FlagKind, entry: UUID) -> EvalCase | None:
    """Return the eval case that was made of an entry."""
    statement = select(EvalCase).where(EvalCase.kind == kind, EvalCase.entry == entry)
    return (await s.exec(statement)).first()


async def cases(s: AsyncSession) -> Sequence[EvalCase]:
    """Return every eval case, oldest first."""
    return (await s.exec(select(EvalCase).order_by(col(EvalCase.created_at)))).all()


async def with_case(s: AsyncSession, entries: Collection[UUID]) -> frozenset[UUID]:
    """Return those of some entries that have become an eval case."""
    statement = sa.select(col(EvalCase.entry)).where(col(EvalCase.entry).in_(entries))
    return frozenset(key for (key,) in await rows_of(s, statement))


async def remove_case(s: AsyncSession, kind: FlagKind, entry: UUID) -> None:
    """Delete the eval case of an entry."""
    await s.exec(delete(EvalCase).where(col(EvalCase.kind) == kind, col(EvalCase.entry) == entry))


async def forget_cases(s: AsyncSession, owner: UUID, conversation_id: UUID) -> None:
    """Delete the eval cases of a conversation in which the person deletes something."""
    await s.exec(
        delete(EvalCase).where(
            col(EvalCase.user_id) == owner, col(EvalCase.conversation_id) == conversation_id
        )
    )


def _behind(kind: FlagKind, ids: Sequence[UUID]) -> Select[*tuple[Any, ...]]:
    """Return id, model and prompt hash; of a reply its conversation and instant too."""
    earlier: Any = aliased(Message)
    match kind:
        case FlagKind.REPLY_MISSED | FlagKind.REPLY_HELPED:
            of_it = col(Message.id) == col(ReplyRating.message_id)
            return _with_reply(col(ReplyRating.id), of_it, ids)
        case FlagKind.SESSION_MISSED | FlagKind.SESSION_HELPED:
            inside = earlier.conversation_id == col(Conversation.id)
            last = _last_reply(earlier, col(Conversation.user_id), inside)
            return _with_reply(col(Conversation.id), col(Message.id) == last, ids)
        case FlagKind.OFF_TRACK:
            before = earlier.created_at < col(Correction.created_at)
            last = _last_reply(earlier, col(Correction.user_id), before)
            return _with_reply(col(Correction.id), col(Message.id) == last, ids)
        case FlagKind.BELIEF:
            return _with_briefing(Correction, col(Correction.created_at), ids)
        case FlagKind.GUESS:
            return _with_briefing(Hypothesis, col(Hypothesis.retired_at), ids)


def _with_reply(
    key: Any,  # noqa: ANN401 - a column
    which: ColumnElement[bool],
    ids: Sequence[UUID],
) -> Select[*tuple[Any, ...]]:
    columns = (Message.model, Message.prompt_hash, Message.conversation_id, Message.created_at)
    return sa.select(key, *map(col, columns)).join(Message, which).where(key.in_(ids))


def _last_reply(earlier: Any, owner: Any, where: ColumnElement[bool]) -> Any:  # noqa: ANN401 - columns
    """Return the id of a person's last reply that fits, as a part of a statement."""
    return (
        sa.select(earlier.id)
        .where(earlier.user_id == owner, earlier.role == MessageRole.COACH, where)
        .order_by(earlier.created_at.desc(), earlier.seq.desc())
        .limit(1)
        .correlate_except(earlier)
        .scalar_subquery()
    )


def _with_briefing(table: Any, at: Any, ids: Sequence[UUID]) -> Select[*tuple[Any, ...]]:  # noqa: ANN401 - a table
    earlier: Any = aliased(CoachingBriefing)
    last = (
        sa.select(earlier.id)
        .where(earlier.user_id == col(table.user_id), earlier.created_at < at)
        .order_by(earlier.version.desc())
        .limit(1)
        .correlate_except(earlier)
        .scalar_subquery()
    )
    model, prompt = col(CoachingBriefing.model), col(CoachingBriefing.prompt_hash)
    return (
        sa.select(col(table.id), model, prompt)
        .join(CoachingBriefing, col(CoachingBriefing.id) == last)
        .where(col(table.id).in_(ids))
    )
