"""Roll-ups: what whole days add up to, kept by the job `roll_ups` (docs/adr/0038)."""

from datetime import date, datetime
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Base, instant


class WrittenDay(Base, table=True):
    """How many messages a person sent in a conversation on a day in the admin's zone."""

    __tablename__ = "written_days"
    __table_args__ = (
        sa.Index("idx_written_days_day", "day", "user_id", "conversation_id", "messages"),
    )

    user_id: UUID = Field(primary_key=True, foreign_key="users.id", ondelete="CASCADE")
    conversation_id: UUID = Field(primary_key=True)
    day: date = Field(primary_key=True, sa_type=sa.Date)
    messages: int = Field(nullable=False)


class CalledDay(Base, table=True):
    """What everybody's model calls of a day add up to.

    `step` is the time to the first word, to the 50 ms below; -1 of calls without one.
    """

    __tablename__ = "called_days"

    day: date = Field(primary_key=True, sa_type=sa.Date)
    role: str = Field(primary_key=True, sa_type=sa.Text)
    provider: str = Field(primary_key=True, sa_type=sa.Text)
    model: str = Field(primary_key=True, sa_type=sa.Text)
    outcome: str = Field(primary_key=True, sa_type=sa.Text)
    step: int = Field(primary_key=True)
    calls: int = Field(nullable=False)
    input_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    cache_read_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    cache_write_5m_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    cache_write_1h_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    output_tokens: int = Field(nullable=False, sa_type=sa.BigInteger)
    microusd: int = Field(nullable=False, sa_type=sa.BigInteger)
    uncached_microusd: int = Field(nullable=False, sa_type=sa.BigInteger)


class RollUp(Base, table=True):
    """One row: days before `until` are added up; `made_with` is the zone and the prices."""

    __tablename__ = "roll_ups"

    key: str = Field(primary_key=True, sa_type=sa.Text)
    made_with: str = Field(sa_type=sa.Text, nullable=False)
    until: datetime = instant(required=True)


class LateRow(Base, table=True):
    """That a turn or a call of a day before `until` came, went or changed: written by triggers."""

    __tablename__ = "late_rows"

    id: UUID = Field(primary_key=True)
    at: datetime = instant(required=True)
