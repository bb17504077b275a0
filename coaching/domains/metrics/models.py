"""Roll-ups: what whole days add up to, kept by the job `roll_ups` (docs/adr/0038).

`generation` tells the days that pages read from those that are made beside them.
"""

from datetime import date, datetime
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Base, Json, instant

ANY = "*"
"""The value of a filter that isn’t set, in `called_groups`."""
_FIRST = {"server_default": "0", "autoincrement": False}


class WrittenDay(Base, table=True):
    """How many messages a person sent in a conversation on a day in the admin's zone."""

    __tablename__ = "written_days"
    __table_args__ = (
        sa.Index(
            "idx_written_days_day", "generation", "day", "user_id", "conversation_id", "messages"
        ),
    )

    user_id: UUID = Field(primary_key=True, foreign_key="users.id", ondelete="CASCADE")
    conversation_id: UUID = Field(primary_key=True)
    day: date = Field(primary_key=True, sa_type=sa.Date)
    generation: int = Field(primary_key=True, default=0, sa_column_kwargs=_FIRST)
    messages: int = Field(nullable=False)


class Called(Base):
    """The sums of model calls, in micro-dollars."""

    calls: int = Field(nullable=False)
    input_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    cache_read_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    cache_write_5m_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    cache_write_1h_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    output_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    microusd: int = Field(nullable=False, sa_type=sa.BigInteger)
    uncached_microusd: int = Field(nullable=False, sa_type=sa.BigInteger)


class CalledDay(Called, table=True):
    """Sums of everyone's model calls on one day.

    `step` is the time to the first word, to the 50 ms below; -1 of calls without one.
    """

    __tablename__ = "called_days"

    generation: int = Field(primary_key=True, default=0, sa_column_kwargs=_FIRST)
    day: date = Field(primary_key=True, sa_type=sa.Date)
    role: str = Field(primary_key=True, sa_type=sa.Text)
    provider: str = Field(primary_key=True, sa_type=sa.Text)
    model: str = Field(primary_key=True, sa_type=sa.Text)
    outcome: str = Field(primary_key=True, sa_type=sa.Text)
    step: int = Field(primary_key=True)


class CalledGroup(Called, table=True):
    """The sums of a day’s model calls, by what people had when the day was added up.

    There are rows for one filter, for two and for all: `ANY` where one isn’t set. `steps` has the
    times to the first word: calls by step, as in `called_days`.
    """

    __tablename__ = "called_groups"

    generation: int = Field(primary_key=True, default=0, sa_column_kwargs=_FIRST)
    tension: str = Field(primary_key=True, sa_type=sa.Text)
    stage: str = Field(primary_key=True, sa_type=sa.Text)
    language: str = Field(primary_key=True, sa_type=sa.Text)
    tier: str = Field(primary_key=True, sa_type=sa.Text)
    day: date = Field(primary_key=True, sa_type=sa.Date)
    role: str = Field(primary_key=True, sa_type=sa.Text)
    provider: str = Field(primary_key=True, sa_type=sa.Text)
    model: str = Field(primary_key=True, sa_type=sa.Text)
    outcome: str = Field(primary_key=True, sa_type=sa.Text)
    steps: dict[str, int] | None = Field(default=None, sa_type=Json, nullable=True)


class PersonNumber(Base, table=True):
    """A person's number in the sets of `done_days`; no number is given twice.

    `sessions` are the conversations that the person wrote in, `first_day` is the day of their first
    message, both by `written_days`.
    """

    __tablename__ = "person_numbers"
    __table_args__ = (sa.Index("idx_person_numbers_first_day", "first_day", "number"),)

    user_id: UUID = Field(primary_key=True, foreign_key="users.id", ondelete="CASCADE")
    number: int = Field(nullable=False, unique=True)
    sessions: int = Field(nullable=False, default=0)
    first_day: date | None = Field(default=None, sa_type=sa.Date, nullable=True)


class GoneNumber(Base, table=True):
    """The number of a person who was deleted, while sets still have it: written by a trigger."""

    __tablename__ = "gone_numbers"

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})


class DoneDay(Base, table=True):
    """How often people did something on a day; `people` is a packed `crowds.Tally`."""

    __tablename__ = "done_days"

    generation: int = Field(primary_key=True, default=0, sa_column_kwargs=_FIRST)
    kind: str = Field(primary_key=True, sa_type=sa.Text)
    day: date = Field(primary_key=True, sa_type=sa.Date)
    name: str = Field(primary_key=True, sa_type=sa.Text)
    times: int = Field(nullable=False)
    people: bytes = Field(nullable=False)


class RollUp(Base, table=True):
    """Days before `until` are added up; `made_with` is the zone and the prices.

    Pages read the rows of `generation` by the row with the key `days`; one with the key `next` is
    there while all days are made again. `numbers` is the first number that no person has.
    """

    __tablename__ = "roll_ups"

    key: str = Field(primary_key=True, sa_type=sa.Text)
    made_with: str = Field(sa_type=sa.Text, nullable=False)
    until: datetime = instant(required=True)
    numbers: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    generation: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})


class LateRow(Base, table=True):
    """That a turn or a call of a day before `until` came, went or changed: written by triggers."""

    __tablename__ = "late_rows"

    id: UUID = Field(primary_key=True)
    at: datetime = instant(required=True)
