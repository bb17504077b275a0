"""All rows needed to admit a message, in one query.

An admission waits for everything it reads, and each question costs as much as its answer; nine of
them were most of the way from 'send' to the model.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col, func, select

from coaching.domains.check_ins.models import CheckIn
from coaching.domains.practices.models import PracticeRun
from coaching.errors import NotFound
from coaching.models import (
    Consent,
    Conversation,
    Correction,
    FocusDay,
    Profile,
    RewireCard,
    SafetyEvent,
    Turn,
    Win,
)
from coaching.repositories.consents import newest_first
from coaching.repositories.safety_events import MISTAKEN
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession
    from sqlmodel.sql.expression import SelectOfScalar

_OWNER = sa.bindparam("owner", type_=sa.Uuid())
_KNOWN = 8
_CLIENT_MESSAGE_ID = sa.bindparam("client_message_id", type_=sa.Text())


class AdmissionSnapshot(NamedTuple):
    """The person, what they agreed to last, their newest session, and their line.

    `repeat` is the turn that the client's message id has already. `kept` changes with everything
    that a message could be told of: while it stays the same, none of it has to be read.
    """

    person: Profile
    consent: Consent | None
    session: Conversation | None
    repeat: Turn | None
    last_seq: int | None
    last_status: TurnStatus | None
    waiting: int
    running: int
    kept: list[str]


async def of(s: AsyncSession, owner: UUID, client_message_id: str) -> AdmissionSnapshot:
    """Return how a person stands; hold the profile first, and it stays so until the unit ends."""
    values = {"owner": owner, "client_message_id": client_message_id}
    row = (await s.exec(_question(), params=values)).first()
    if row is None:
        raise NotFound("no such person")
    person: Profile = row[0]
    manner = (person.tone, person.depth, person.learning_style, person.time_zone)
    kept = list(map(str, (*manner, *row[_KNOWN:])))
    return AdmissionSnapshot(*row[:_KNOWN], kept=kept)


@cache
def _question() -> SelectOfScalar[tuple[Any, ...]]:
    """Return the statement. Making it takes longer than running it: it is made once."""
    repeat, last = aliased(Turn), aliased(Turn)
    columns: tuple[Any, ...] = (
        Profile,
        Consent,
        Conversation,
        repeat,
        last.seq,
        last.status,
        _count(TurnStatus.QUEUED),
        _count(TurnStatus.RUNNING),
        *_marks(),
    )
    # SQLModel's `select` has overloads for four columns only.
    choose = cast("Callable[..., SelectOfScalar[tuple[Any, ...]]]", select)
    return (
        choose(*columns)
        .select_from(Profile)
        .outerjoin(Consent, col(Consent.id) == _newest_consent())
        .outerjoin(Conversation, col(Conversation.id) == _newest_session())
        .outerjoin(
            repeat,
            (col(repeat.user_id) == _OWNER) & (col(repeat.client_message_id) == _CLIENT_MESSAGE_ID),
        )
        .outerjoin(last, col(last.id) == _newest_turn())
        .where(col(Profile.user_id) == _OWNER)
    )


# The subqueries have aliases of their own: one table twice in a statement would be correlated.


def _count(status: TurnStatus) -> sa.ScalarSelect[int]:
    """Count what is in line; by the index on the status, where only what is in line is few."""
    turn = aliased(Turn)
    counted = select(func.count(col(turn.id))).where(turn.user_id == _OWNER, turn.status == status)
    return counted.scalar_subquery()


def _marks() -> list[sa.ScalarSelect[Any]]:
    """Return when what is told changed, and how many rows there are of what can be deleted."""
    focus = select(RewireCard.id).where(
        RewireCard.user_id == _OWNER, col(RewireCard.is_focus).is_(True)
    )
    return [
        focus.limit(1).scalar_subquery(),
        _last(RewireCard.updated_at, RewireCard.user_id),
        _last(FocusDay.created_at, FocusDay.user_id),
        _last(Win.created_at, Win.user_id),
        _last(SafetyEvent.created_at, SafetyEvent.user_id),
        _last(Correction.created_at, Correction.user_id),
        _last(Correction.withdrawn_at, Correction.user_id),
        _last(PracticeRun.ended_at, PracticeRun.user_id),
        _last(CheckIn.updated_at, CheckIn.user_id),
        _how_many(RewireCard.user_id),
        _how_many(FocusDay.user_id),
        _how_many(Win.user_id),
        _how_many(SafetyEvent.user_id),
        _how_many(SafetyEvent.user_id, SafetyEvent.source == MISTAKEN),
    ]


def _last(at: datetime | None, user_id: UUID) -> sa.ScalarSelect[Any]:
    return select(func.max(at)).where(user_id == _OWNER).scalar_subquery()


def _how_many(user_id: UUID, *which: bool) -> sa.ScalarSelect[Any]:
    return select(func.count(col(user_id))).where(user_id == _OWNER, *which).scalar_subquery()


def _newest_consent() -> sa.ScalarSelect[UUID]:
    consent = aliased(Consent)
    mine = select(consent.id).where(consent.user_id == _OWNER)
    return mine.order_by(*newest_first(consent)).limit(1).scalar_subquery()


def _newest_session() -> sa.ScalarSelect[UUID]:
    session = aliased(Conversation)
    mine = select(session.id).where(
        session.user_id == _OWNER,
        col(session.deleted_at).is_(None),
    )
    return mine.order_by(col(session.session_number).desc()).limit(1).scalar_subquery()


def _newest_turn() -> sa.ScalarSelect[UUID]:
    turn = aliased(Turn)
    mine = select(turn.id).where(turn.user_id == _OWNER)
    return mine.order_by(col(turn.seq).desc()).limit(1).scalar_subquery()
