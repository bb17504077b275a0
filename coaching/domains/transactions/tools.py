"""The Coach writes down what they spent or got, and tells what they wrote down.

An amount has to be in the person's own message: rules read it there, so that none is made up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.transactions import service
from coaching.domains.transactions.figures import figures
from coaching.domains.transactions.service import Written
from coaching.errors import InvalidInput, NotFound, ToolFailed, ToolRetry, TooMany
from coaching.models import MessageRole
from coaching.money.questions import Question
from coaching.money.reading import read
from coaching.repositories import messages
from coaching.values.tools import ToolOutcome
from coaching.values.transactions import LINE_MAX, MOST_MONTHS, WHAT_MAX, WrittenBy, plain_amount

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

NO_AMOUNT = "Nothing was written down: these words don't hold one clear amount. Ask for it, once."
NOT_SAID = "Nothing was written down: use the amount and the words of their message."
FULL = "Nothing was written down: this month has {limit} already."


class RecordTransaction(BaseModel):
    """What is written down."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    said: str = Field(
        min_length=1,
        max_length=LINE_MAX,
        description="Their words with amount and day: “spent 12 on lunch yesterday”.",
    )


class GetMoney(BaseModel):
    """The months that are looked at."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    months_ago: int = Field(default=0, ge=0, le=60, description="0 is this month.")
    months: int = Field(
        default=1, ge=1, le=MOST_MONTHS, description="More than one: a trend up to then."
    )
    about: str = Field(
        default="", max_length=WHAT_MAX, description="Only one shop, thing or category."
    )
    shelf: bool = Field(
        default=False, description="Only purchases they wait with and what they bought."
    )


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
    return ToolOutcome(told, detail=f"{row.what} {told['amount']}".strip())


async def undo_transaction(
    s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime
) -> None:
    """Delete what was written down; raises NotFound if the call wrote nothing."""
    if "id" not in data:
        raise NotFound("this wrote nothing down")
    await service.undo(s, owner, UUID(str(data["id"])), {}, at=at)


async def get_money(s: AsyncSession, use: ToolUse, args: GetMoney) -> ToolOutcome:
    """Read what they wrote down about their money: sums of months, categories, budgets, lines."""
    today = await service.today(s, use.owner, use.at)
    return ToolOutcome(await figures(s, use.owner, today, Question(**args.model_dump())))
