"""A line that everybody sees from one instant to another."""

from datetime import datetime
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Base, UTCDateTime, instant, now


class Announcement(Base, table=True):
    """One announcement; `ended_at` is when an admin took it down early."""

    __tablename__ = "announcements"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    text_en: str = Field(sa_type=sa.Text, nullable=False)
    text_es: str = Field(sa_type=sa.Text, nullable=False)
    from_at: datetime = instant(required=True)
    until_at: datetime = instant(required=True)
    made_by: str = Field(sa_type=sa.Text, nullable=False)
    created_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)
    ended_at: datetime | None = instant()
