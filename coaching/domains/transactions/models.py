"""The tables of transactions and budgets."""

from datetime import date, datetime
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, instant, one_of, words
from coaching.values.transactions import Flow, WrittenBy


class Transaction(Owned, table=True):
    """What was spent or came in on a day. `amount` is in hundredths; `currency` as it was written.

    `category` is the name of one that everybody has, or the person's own words, or empty.
    """

    __tablename__ = "transactions"
    __table_args__ = (
        sa.Index("idx_transactions_user_id", "user_id", "spent_on"),
        sa.CheckConstraint("amount > 0", name="has_an_amount"),
    )

    flow: Flow = Field(sa_type=one_of(Flow, "flow"), nullable=False)
    amount: int = Field(sa_type=sa.BigInteger, nullable=False)
    currency: str = words()
    what: str = words()
    category: str = words()
    spent_on: date = Field(sa_type=sa.Date, nullable=False)
    written_by: WrittenBy = Field(
        default=WrittenBy.PERSON, sa_type=one_of(WrittenBy, "written_by"), nullable=False
    )
    message_id: UUID | None = Field(default=None, nullable=True)
    updated_at: datetime = instant(required=True)


class Budget(Owned, table=True):
    """What somebody wants to spend in a category in a month, in hundredths."""

    __tablename__ = "budgets"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "category"),
        sa.CheckConstraint("amount > 0", name="has_an_amount"),
    )

    category: str = words()
    amount: int = Field(sa_type=sa.BigInteger, nullable=False)
    currency: str = words()
    updated_at: datetime = instant(required=True)
