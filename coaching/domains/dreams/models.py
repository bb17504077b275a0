"""The table of dreams."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, instant, one_of, words
from coaching.values.dreams import DreamCategory, DreamStatus, MadeBy, Priority


class Dream(Owned, table=True):
    """Something that money is for. `target_on` is a local day; nothing happens when it passes.

    `conversation_id` is the session in which the coach proposed it.
    """

    __tablename__ = "dreams"
    __table_args__ = (sa.Index("idx_dreams_user_id", "user_id", "status"),)

    title: str = Field(sa_type=sa.Text, nullable=False)
    description: str = words()
    category: DreamCategory | None = Field(
        default=None, sa_type=one_of(DreamCategory, "category"), nullable=True
    )
    priority: Priority = Field(
        default=Priority.MEDIUM, sa_type=one_of(Priority, "priority"), nullable=False
    )
    target_on: str | None = Field(default=None, sa_type=sa.String(10), nullable=True)
    status: DreamStatus = Field(
        default=DreamStatus.ACTIVE, sa_type=one_of(DreamStatus, "status"), nullable=False
    )
    made_by: MadeBy = Field(default=MadeBy.USER, sa_type=one_of(MadeBy, "made_by"), nullable=False)
    conversation_id: UUID | None = Field(default=None, nullable=True)
    updated_at: datetime = instant(required=True)
