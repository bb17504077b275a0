"""The table of purchases."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Json, Owned, instant, one_of, words
from coaching.values.purchases import ForWhom, PurchaseStatus, Urge


class Purchase(Owned, table=True):
    """Something that somebody wants to buy. `price` is in hundredths, `plan` the “then” of a plan.

    `urge` is how it was when they looked again, and `note` how buying it felt.
    """

    __tablename__ = "purchases"
    __table_args__ = (sa.Index("idx_purchases_user_id", "user_id", "created_at"),)

    item: str = words()
    price: int | None = Field(default=None, sa_type=sa.BigInteger, nullable=True)
    for_whom: ForWhom | None = Field(
        default=None, sa_type=one_of(ForWhom, "for_whom"), nullable=True
    )
    feelings: list[str] = Field(default_factory=list, sa_type=Json, nullable=False)
    plan: str = words()
    status: PurchaseStatus = Field(
        default=PurchaseStatus.WAITING, sa_type=one_of(PurchaseStatus, "status"), nullable=False
    )
    urge: Urge | None = Field(default=None, sa_type=one_of(Urge, "urge"), nullable=True)
    note: str = words()
    waits_until: datetime = instant(required=True)
    updated_at: datetime = instant(required=True)
