"""A practice that somebody does or has done: one row, words in it only while it runs."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, instant, json_list, json_object, one_of, words


class EndedAs(StrEnum):
    """How a run ended. Leaving is no failure: it is never shown as unfinished."""

    KEPT = "kept"
    NOTHING = "nothing"
    TOO_MUCH = "too_much"
    NOT_NOW = "not_now"
    SOMETHING_ELSE = "something_else"
    CRISIS = "crisis"


DONE = frozenset({EndedAs.KEPT, EndedAs.NOTHING})
"""How a run ended that came to its end, and wasn't left."""


class PracticeRun(Owned, table=True):
    """One run. `answers` holds what was said and chosen, and is emptied when the run ends.

    `trail` are the steps before this one. `waits` names a question that comes before the step:
    whether it is safe to keep words here, or whether to go on after a concern. `left_from` is the
    step on which somebody left. `kept` are the kinds of what was kept, never its words.
    """

    __tablename__ = "practice_runs"
    __table_args__ = (
        sa.Index(
            "idx_practice_runs_one_running",
            "user_id",
            unique=True,
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        ),
        sa.Index("idx_practice_runs_user_id", "user_id", "created_at"),
        sa.Index("idx_practice_runs_ended_at", "ended_at"),
        sa.CheckConstraint("(ended_at IS NULL) = (ended_as IS NULL)", name="ended"),
    )

    conversation_id: UUID | None = Field(default=None, nullable=True)
    practice_id: str = Field(sa_type=sa.Text, nullable=False)
    content_version: str = Field(sa_type=sa.Text, nullable=False)
    language: str = words("en")
    step: str = Field(sa_type=sa.Text, nullable=False)
    trail: list[str] = json_list()
    answers: dict[str, Any] = json_object()
    waits: str = words()
    stores_words: bool = Field(
        default=True, nullable=False, sa_column_kwargs={"server_default": sa.true()}
    )
    left_from: str = words()
    kept: list[str] = json_list()
    number_before: int | None = Field(default=None, nullable=True)
    number_after: int | None = Field(default=None, nullable=True)
    updated_at: datetime = instant(required=True)
    ended_at: datetime | None = instant()
    ended_as: EndedAs | None = Field(
        default=None, sa_type=one_of(EndedAs, "ended_as"), nullable=True
    )
