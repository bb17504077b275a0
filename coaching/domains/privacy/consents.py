"""Which consents there are, without their texts, for those who run Toney."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import sqlalchemy as sa
from sqlmodel import col, func, select

from coaching.content.consent_texts import text_version
from coaching.models import Consent, User
from coaching.repositories.dialects import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from coaching.repositories.db import Db

State = Literal["current", "older", "replaced", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Given:
    """One consent: `older` is the newest one of a person, to a text that is no longer in force."""

    version: str
    given_at: datetime
    withdrawn_at: datetime | None
    state: State


@dataclass(frozen=True, slots=True)
class Agreed:
    """How many people agreed to what; each person is counted once, by the newest consent."""

    version: str
    """The text that is in force."""
    current: int
    older: int
    withdrawn: int
    never: int


async def of_person(db: Db, owner: UUID) -> Sequence[Given]:
    """Return a person's consents, newest first."""
    given = (
        sa.select(col(Consent.text_version), col(Consent.given_at), col(Consent.withdrawn_at))
        .where(col(Consent.user_id) == owner)
        .order_by(col(Consent.given_at).desc())
    )
    async with db.system("admin consents") as s:
        rows = await rows_of(s, given)
    return [
        Given(version, at, withdrawn_at, _state(version, withdrawn_at, is_newest=place == 0))
        for place, (version, at, withdrawn_at) in enumerate(rows)
    ]


async def agreed(db: Db) -> Agreed:
    """Return how many people agreed to the text in force, to an older one, or to none."""
    newest = (
        sa.select(col(Consent.user_id), func.max(col(Consent.given_at)).label("at"))
        .group_by(col(Consent.user_id))
        .subquery()
    )
    is_withdrawn = col(Consent.withdrawn_at).is_not(None)
    counted = (
        sa.select(col(Consent.text_version), is_withdrawn, func.count())
        .join(
            newest,
            (newest.c.user_id == col(Consent.user_id)) & (newest.c.at == col(Consent.given_at)),
        )
        .group_by(col(Consent.text_version), is_withdrawn)
    )
    async with db.system("admin consents") as s:
        rows = await rows_of(s, counted)
        everyone = (await s.exec(select(func.count()).select_from(User))).one()
    counts: dict[State, int] = dict.fromkeys(("current", "older", "withdrawn"), 0)
    for version, was_withdrawn, count in rows:
        counts["withdrawn" if was_withdrawn else _by_version(version)] += count
    never = everyone - sum(counts.values())
    return Agreed(
        text_version(), counts["current"], counts["older"], counts["withdrawn"], max(0, never)
    )


def _state(version: str, withdrawn_at: datetime | None, *, is_newest: bool) -> State:
    if withdrawn_at is not None:
        return "withdrawn"
    return _by_version(version) if is_newest else "replaced"


def _by_version(version: str) -> State:
    return "current" if version == text_version() else "older"
