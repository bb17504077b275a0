"""The quality queue: what people said was wrong, out of four tables. Reads nobody's words.

Each table gives its newest entries in the order of an index, and the newest of those are a page.
Needs a system unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col

from coaching.domains.quality.models import HandledFlag, ReplyRating
from coaching.models import Conversation, Correction, Feedback, Hypothesis, Profile
from coaching.repositories.dialects import rows_of
from coaching.values.enums import HypothesisStatus, RetiredBecause, Role, Tension, Verdict
from coaching.values.quality import FlagKind, Rating

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlalchemy import ColumnElement, Select
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.keyset import Place

OFF_TRACK = "guess:off_track:"
"""How the item of a correction begins that “That’s not it” made."""
_OBSERVED = ("noticed:", "remembers:")
"""How the items begin that the Observer wrote; the others are the Strategist's."""
_PRAISE = tuple(kind for kind in FlagKind if kind.is_praise)


@dataclass(frozen=True, slots=True)
class Filter:
    """What entries have to be to be listed; empty fields let every one in.

    `kind` is a `FlagKind`, or empty for all that has something to mend. `is_handled` None: both.
    """

    kind: str = ""
    language: str = ""
    agent: str = ""
    is_handled: bool | None = False


@dataclass(frozen=True, slots=True)
class Flag:
    """An entry of the queue; `said` is a verdict or a rating, never a person's words."""

    id: UUID
    kind: FlagKind
    user_id: UUID
    at: datetime
    agent: str
    said: str
    locale: str
    tension: Tension | None
    is_handled: bool


async def page(
    s: AsyncSession, wanted: Filter, *, after: Place | None, limit: int
) -> Sequence[Flag]:
    """Return entries, newest first, beginning after a place."""
    parts = [
        _part(part, wanted, after=after, limit=limit).subquery()
        for part in (_ratings(), _sessions(), _corrections(), _guesses())
    ]
    found = sa.union_all(*map(sa.select, parts)).subquery()
    order = (found.c.at.desc(), found.c.id.desc())
    return _flags(await rows_of(s, sa.select(found).order_by(*order).limit(limit)))


async def find(s: AsyncSession, kind: FlagKind, entry: UUID) -> Flag | None:
    """Return one entry; None if there is none, or the person has taken it back."""
    part = _OF_KIND[kind]()
    wanted = Filter(kind=kind, is_handled=None)
    statement = _part(part, wanted, after=None, limit=1).where(part.id == entry)
    return next(iter(_flags(await rows_of(s, statement))), None)


@dataclass(frozen=True, slots=True)
class _Part:
    """One of the four tables as entries: columns and the condition that a row is one."""

    id: Any
    user_id: Any
    at: Any
    kind: ColumnElement[str]
    agent: ColumnElement[str]
    said: ColumnElement[str]
    where: tuple[ColumnElement[bool], ...] = ()


def _flags(rows: Sequence[Sequence[Any]]) -> Sequence[Flag]:
    return [
        Flag(key, FlagKind(kind), owner, at, agent, said, locale, tension, bool(handled))
        for key, kind, owner, at, agent, said, locale, tension, handled in rows
    ]


def _part(
    part: _Part, wanted: Filter, *, after: Place | None, limit: int
) -> Select[*tuple[Any, ...]]:
    """Return the newest entries of one table that fit, after a place."""
    done: Any = col(HandledFlag.id).is_not(None)
    is_it = sa.and_(
        col(HandledFlag.entry) == part.id, sa.cast(col(HandledFlag.kind), sa.Text) == part.kind
    )
    statement = (
        sa.select(
            part.id.label("id"),
            part.kind.label("kind"),
            part.user_id.label("user_id"),
            part.at.label("at"),
            part.agent.label("agent"),
            part.said.label("said"),
            col(Profile.locale),
            col(Profile.tension_type),
            done.label("is_handled"),
        )
        .join(Profile, col(Profile.user_id) == part.user_id)
        .outerjoin(HandledFlag, is_it)
        .where(*part.where, *_conditions(part, wanted, done))
        .order_by(part.at.desc(), part.id.desc())
        .limit(limit)
    )
    if after is None:
        return statement
    later = sa.and_(part.at == after.at, part.id < after.id)
    return statement.where(sa.or_(part.at < after.at, later))


def _conditions(
    part: _Part, wanted: Filter, done: ColumnElement[bool]
) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [
        part.kind == wanted.kind
        if wanted.kind
        else part.kind.not_in([kind.value for kind in _PRAISE])
    ]
    if wanted.language:
        conditions.append(col(Profile.locale).startswith(wanted.language, autoescape=True))
    if wanted.agent:
        conditions.append(part.agent == wanted.agent)
    if wanted.is_handled is not None:
        conditions.append(done if wanted.is_handled else sa.not_(done))
    return conditions


def _ratings() -> _Part:
    missed = col(ReplyRating.rating) == Rating.MISSED
    return _Part(
        col(ReplyRating.id),
        col(ReplyRating.user_id),
        col(ReplyRating.created_at),
        sa.case((missed, _word(FlagKind.REPLY_MISSED)), else_=_word(FlagKind.REPLY_HELPED)),
        _word(Role.COACH),
        sa.cast(col(ReplyRating.rating), sa.Text),
    )


def _sessions() -> _Part:
    missed = col(Conversation.feedback) == Feedback.NOT_TODAY
    return _Part(
        col(Conversation.id),
        col(Conversation.user_id),
        col(Conversation.ended_at),
        sa.case((missed, _word(FlagKind.SESSION_MISSED)), else_=_word(FlagKind.SESSION_HELPED)),
        _word(Role.COACH),
        sa.cast(col(Conversation.feedback), sa.Text),
        (
            col(Conversation.feedback).is_not(None),
            col(Conversation.ended_at).is_not(None),
            col(Conversation.deleted_at).is_(None),
        ),
    )


def _corrections() -> _Part:
    item = col(Correction.item)
    is_off_track = item.startswith(OFF_TRACK)
    observed = sa.or_(*(item.startswith(section) for section in _OBSERVED))
    return _Part(
        col(Correction.id),
        col(Correction.user_id),
        col(Correction.created_at),
        sa.case((is_off_track, _word(FlagKind.OFF_TRACK)), else_=_word(FlagKind.BELIEF)),
        sa.case(
            (is_off_track, _word(Role.COACH)),
            (observed, _word(Role.OBSERVER)),
            else_=_word(Role.STRATEGIST),
        ),
        sa.cast(col(Correction.verdict), sa.Text),
        (col(Correction.verdict) != Verdict.TRUE, col(Correction.withdrawn_at).is_(None)),
    )


def _guesses() -> _Part:
    """Guesses that a conversation rejected; one that was corrected on its page is a belief."""
    corrected = sa.exists().where(
        col(Correction.user_id) == col(Hypothesis.user_id),
        col(Correction.created_at) == col(Hypothesis.retired_at),
    )
    return _Part(
        col(Hypothesis.id),
        col(Hypothesis.user_id),
        col(Hypothesis.retired_at),
        _word(FlagKind.GUESS),
        _word(Role.STRATEGIST),
        sa.cast(col(Hypothesis.because), sa.Text),
        (
            col(Hypothesis.status) == HypothesisStatus.RETIRED,
            col(Hypothesis.because) == RetiredBecause.REJECTED,
            col(Hypothesis.retired_at).is_not(None),
            sa.not_(corrected),
        ),
    )


_OF_KIND = {
    FlagKind.REPLY_MISSED: _ratings,
    FlagKind.REPLY_HELPED: _ratings,
    FlagKind.SESSION_MISSED: _sessions,
    FlagKind.SESSION_HELPED: _sessions,
    FlagKind.OFF_TRACK: _corrections,
    FlagKind.BELIEF: _corrections,
    FlagKind.GUESS: _guesses,
}


def _word(word: FlagKind | Role) -> ColumnElement[str]:
    return sa.cast(sa.literal(word.value), sa.Text)
