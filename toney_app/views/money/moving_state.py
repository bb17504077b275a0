from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import TypedDict

from coaching.domains.transactions import budgets, renaming
from coaching.errors import InvalidInput, NotFound
from coaching.money.reading import amount_of
from coaching.values.transactions import CATEGORY_MAX
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.help.state import HelpState
from toney_app.views.money.budgets_state import BudgetsState
from toney_app.views.money.state import MoneyState

if TYPE_CHECKING:
    from toney_app.props import Then

RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
Name = Annotated[str, Field(max_length=CATEGORY_MAX)]


class MovedMoney(TypedDict):
    """How much goes to which budget."""

    amount: Annotated[str, Field(max_length=40)]
    to: RowId


class NewName(TypedDict):
    """The new name of a category."""

    name: Annotated[str, Field(max_length=CATEGORY_MAX * 4)]


class MovingState(rx.State):
    """Money that goes from one budget to another, and a category that gets another name."""

    source: rx.Field[str] = rx.field("")
    """The id of the budget that money is moved from."""
    category: rx.Field[str] = rx.field("")
    """The category of their own that gets another name."""
    problem: rx.Field[str] = rx.field("")

    @rx.event
    @guard.signed_in
    async def start_move(self, budget: RowId) -> None:
        self.source, self.category, self.problem = budget, "", ""
        (await self.get_state(BudgetsState)).open = ""

    @rx.event
    @guard.signed_in
    async def start_rename(self, category: Name) -> None:
        self.source, self.category, self.problem = "", category, ""

    @rx.event
    @guard.signed_in
    async def stop(self) -> None:
        self.source = self.category = self.problem = ""

    @rx.event
    @guard.signed_in
    async def move(self, form: MovedMoney) -> Then:
        """Move money to another budget, with undo."""
        owner, now = await guard.person(self), engine().clock.now()
        amount, _ = amount_of(form["amount"])
        if not amount or not self.source:
            self.problem = "amount"
            return []
        source, to = UUID(self.source), UUID(form["to"])
        try:
            async with engine().unit(owner, write=True) as s:
                before = await budgets.move(s, owner, source, to, amount, at=now)
        except InvalidInput as error:
            self.problem = next(iter(error.fields), "amount")
            return []
        except NotFound:  # another tab has deleted one of them
            return [MovingState.stop(), BudgetsState.load()]
        self.source = self.problem = ""
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.money_moved", undo="budget_money_moved", of=source, kept=before)
        return [BudgetsState.load()]

    @rx.event
    @guard.signed_in
    async def rename(self, form: NewName) -> Then:
        """Rename the category with all that is written down for it, with undo."""
        owner, now = await guard.person(self), engine().clock.now()
        try:
            async with engine().unit(owner, write=True) as s:
                kept = await renaming.rename(s, owner, self.category, form["name"], at=now)
        except InvalidInput:
            self.problem = "name"
            return []
        except NotFound:
            return [MovingState.stop(), BudgetsState.load()]
        self.category = self.problem = ""
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.category_renamed", undo="money_category", of=owner, kept=kept.row)
        await (await self.get_state(HelpState))._offer(kept.safety)
        return [BudgetsState.load(), MoneyState.load()]
