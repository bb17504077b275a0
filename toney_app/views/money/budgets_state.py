from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.domains.transactions import budgets, service
from coaching.errors import InvalidInput, NotFound, TooMany
from coaching.money.reading import amount_of
from coaching.services.do_not_repeat import unspoken
from coaching.values.transactions import LINE_MAX
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.money import present

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.domains.transactions.budgets import Used
    from coaching.services.do_not_repeat import Unspoken
    from toney_app.props import Then

RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
NEW = "new"


class BudgetFields(TypedDict):
    """The fields of a budget."""

    amount: Annotated[str, Field(max_length=40)]
    category: NotRequired[Annotated[str, Field(max_length=LINE_MAX)]]
    own: NotRequired[Annotated[str, Field(max_length=LINE_MAX)]]


class BudgetsState(rx.State):
    """Budgets, and the one that is open."""

    rows: rx.Field[list[present.Budget]] = rx.field(default_factory=list[present.Budget])
    own: rx.Field[list[str]] = rx.field(default_factory=list[str])
    """Categories of their own."""
    least: rx.Field[present.Budget] = rx.field(default_factory=present.Budget)
    """The budget of which the least is left."""
    open: rx.Field[str] = rx.field("")
    """The id of the budget that is changed, or `new`."""
    left_alone: rx.Field[list[str]] = rx.field(default_factory=list[str])
    """Used up, and to be left as they are."""
    problem: rx.Field[str] = rx.field("")
    loaded: rx.Field[bool] = rx.field(default=False)

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            used = await budgets.used(s, owner, today=await service.today(s, owner, now))
            categories = await service.categories(s, owner)
            before = await unspoken(s, owner) if categories else ()
        self._show(used, categories, before)

    @rx.event
    @guard.signed_in
    async def begin(self) -> None:
        self.open, self.problem = NEW, ""

    @rx.event
    @guard.signed_in
    async def edit(self, budget: RowId) -> None:
        self.open, self.problem = budget, ""

    @rx.event
    @guard.signed_in
    async def stop(self) -> None:
        self.open = ""

    @rx.event
    @guard.signed_in
    async def leave(self, budget: RowId) -> None:
        self.left_alone = [*self.left_alone, budget]

    @rx.event
    @guard.signed_in
    async def save(self, form: BudgetFields) -> Then:
        """Save the budget that is open."""
        owner, now = await guard.person(self), engine().clock.now()
        amount, currency = amount_of(form["amount"])
        known = next((one for one in self.rows if one.id == self.open), None)
        category = form.get("own", "").strip() or form.get("category", "")
        category = known.category if known else category
        if not amount or not category:
            self.problem = "category" if amount else "amount"
            return []
        try:
            async with engine().unit(owner, write=True) as s:
                await budgets.set_budget(s, owner, category, amount, currency or None, at=now)
        except InvalidInput as error:
            self.problem = "category" if "category" in error.fields else "amount"
            return []
        except TooMany:
            self.problem = "full"
            return []
        self.open = ""
        (await self.get_state(NoticeState))._say("ui.toast.budget_saved")
        return [BudgetsState.load()]

    @rx.event
    @guard.signed_in
    async def delete(self, budget: RowId) -> Then:
        owner = await guard.person(self)
        notices, row = await self.get_state(NoticeState), UUID(budget)
        self.open = ""
        try:
            async with engine().unit(owner, write=True) as s:
                gone = await budgets.delete(s, owner, row)
        except NotFound:
            return [BudgetsState.load()]
        notices._say("ui.toast.budget_deleted", undo="budget_before", of=row, kept=gone)
        return [BudgetsState.load()]

    def _show(self, used: Sequence[Used], categories: list[str], before: Unspoken) -> None:
        self.own, self.rows = present.own(categories, before), [present.budget(one) for one in used]
        least = max(used, key=lambda one: one.percent, default=None)
        self.least = present.budget(least) if least else present.Budget()
        self.loaded = True
