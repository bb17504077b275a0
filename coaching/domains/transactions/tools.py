"""The Coach writes down what they spent or got, and tells what they wrote down.

An amount has to be in the person's own message: rules read it there, so that none is made up.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.transactions import budgets, service
from coaching.domains.transactions.service import Written
from coaching.errors import InvalidInput, NotFound, ToolFailed, ToolRetry, TooMany
from coaching.models import MessageRole
from coaching.money.reading import read
from coaching.repositories import messages
from coaching.services.do_not_repeat import sayable, unspoken
from coaching.values.tools import ToolOutcome
from coaching.values.transactions import HUNDRED, LINE_MAX, Flow, WrittenBy

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.transactions.service import Month
    from coaching.values.tools import ToolUse

NO_AMOUNT = "Nothing was written down: no amount is in these words. Ask for it, once."
NOT_SAID = "Nothing was written down: use the amount and the words of their message."
FULL = "Nothing was written down: this month has {limit} already."
NEWEST = 20
"""Rows that the model reads one by one; the sums are of all of them."""


class RecordTransaction(BaseModel):
    """What is written down."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    said: str = Field(
        min_length=1,
        max_length=LINE_MAX,
        description="Their words with amount and day: “spent 12 on lunch yesterday”.",
    )


class GetMoney(BaseModel):
    """The month that is looked at."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    months_ago: int = Field(default=0, ge=0, le=60, description="0 is this month.")


async def record_transaction(s: AsyncSession, use: ToolUse, args: RecordTransaction) -> ToolOutcome:
    """Write down an amount that they say they spent or got, at once; the chat shows an Undo."""
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    line = read(args.said, await service.today(s, use.owner, use.at))
    if line.amount is None:
        raise ToolRetry(NO_AMOUNT)
    in_message = read(said.text, line.on).amount if said else None
    if said is None or (args.said not in said.text and in_message != line.amount):
        raise ToolRetry(NOT_SAID)
    written = Written(
        line.amount, line.on, line.flow, line.what, line.category, line.currency or None
    )
    try:
        kept = await service.add(
            s, use.owner, written, at=use.at, by=WrittenBy.COACH, message_id=use.message_id
        )
    except InvalidInput as error:
        raise ToolRetry(NO_AMOUNT) from error
    except TooMany as error:
        raise ToolFailed(FULL.format(limit=error.limit)) from error
    row = kept.row
    told: dict[str, JsonValue] = {
        "saved": "transaction",
        "id": str(row.id),
        "amount": plain_amount(row.amount, row.currency),
        "what": row.what,
        "on": row.spent_on.isoformat(),
        "flow": row.flow.value,
    }
    return ToolOutcome(told, detail=row.what)


async def undo_transaction(
    s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime
) -> None:
    """Delete what was written down; raises NotFound if the call wrote nothing."""
    if "id" not in data:
        raise NotFound("this wrote nothing down")
    await service.undo(s, owner, UUID(str(data["id"])), {}, at=at)


async def get_money(s: AsyncSession, use: ToolUse, args: GetMoney) -> ToolOutcome:
    """Read what they wrote down about their money in a month: sums, categories, budgets, lines."""
    today = await service.today(s, use.owner, use.at)
    return ToolOutcome(await figures(s, use.owner, today, args.months_ago))


async def figures(
    s: AsyncSession, owner: UUID, today: date, months_ago: int = 0
) -> dict[str, JsonValue]:
    """Return a month in figures that code has added up, as the model reads them."""
    day = today
    for _ in range(months_ago):
        day = service.month_of(day)[0] - timedelta(days=1)
    month = await service.month(s, owner, day, today=today)
    told: dict[str, JsonValue] = {
        "month": month.first.isoformat()[:7],
        "in": {one.currency: plain_amount(one.money_in) for one in month.totals if one.money_in},
        "out": {one.currency: plain_amount(one.money_out) for one in month.totals},
        "out_by_category": _by_category(month),
        "out_month_before_to_same_day": {c: plain_amount(a) for c, a in month.before.items()},
        "count": len(month.rows),
    }
    if day == today:
        told["budgets"] = {
            one.budget.category: f"{one.left.value} left, {one.percent} % used"
            for one in await budgets.used(s, owner, today=today)
        }
    before = await unspoken(s, owner)
    told["newest"] = [
        " ".join(
            (
                row.spent_on.isoformat(),
                row.flow.value,
                plain_amount(row.amount, row.currency),
                sayable(row.what, before),
            )
        )
        for row in month.rows[:NEWEST]
    ]
    return told


def plain_amount(hundredths: int, currency: str = "") -> str:
    """Return an amount as people and models read it: 12.50, 40, £12.50, 300 CLP."""
    whole, part = divmod(hundredths, HUNDRED)
    text = f"{whole:,}.{part:02}" if part else f"{whole:,}"
    if not currency:
        return text
    return f"{text} {currency}" if currency.isalpha() else f"{currency}{text}"


def _by_category(month: Month) -> dict[str, JsonValue]:
    sums: dict[tuple[str, str], int] = {}
    for row in month.rows:
        if row.flow is Flow.OUT:
            of = (row.category or "none", row.currency)
            sums[of] = sums.get(of, 0) + row.amount
    return {
        f"{category} {currency}".strip(): plain_amount(amount)
        for (category, currency), amount in sums.items()
    }
