"""The table of directions."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, instant, one_of, words
from coaching.values.dreams import MadeBy


class Direction(Owned, table=True):
    """An open intention without an end. `archived_at`: when it no longer fitted."""

    __tablename__ = "directions"
    __table_args__ = (sa.Index("idx_directions_user_id", "user_id", "created_at"),)

    text: str = words(None)
    made_by: MadeBy = Field(default=MadeBy.USER, sa_type=one_of(MadeBy, "made_by"), nullable=False)
    archived_at: datetime | None = instant()
    updated_at: datetime = instant(required=True)
