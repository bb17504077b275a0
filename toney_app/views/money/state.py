from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.domains.transactions import budgets, service
from coaching.domains.transactions.service import Written
from coaching.errors import InvalidInput, NotFound
from coaching.money.reading import amount_of, read
from coaching.services.do_not_repeat import unspoken
from coaching.values.transactions import LINE_MAX, Flow
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.help.state import HelpState
from toney_app.views.money import present
from toney_app.views.money.budgets_state import BudgetsState

if TYPE_CHECKING:
    from coaching.domains.transactions.models import Transaction
    from coaching.services.safety_events import Kept

RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
Turn = Literal["earlier", "later"]
ONE = "money-one"


class Line(TypedDict):
    """The line to write on; `nth` tells a second tap from a second line."""

    line: Annotated[str, Field(max_length=LINE_MAX)]
    nth: NotRequired[str]


class Fields(TypedDict):
    """The fields of one transaction."""

    amount: Annotated[str, Field(max_length=40)]
    what: Annotated[str, Field(max_length=LINE_MAX)]
    day: Annotated[str, Field(max_length=10)]
    flow: NotRequired[Literal["out", "in"]]
    category: NotRequired[Annotated[str, Field(max_length=LINE_MAX)]]
    own: NotRequired[Annotated[str, Field(max_length=LINE_MAX)]]


class MoneyState(rx.State):
    """A month of money, and the one thing that is written down or changed."""

    first: rx.Field[str] = rx.field("")
    """The first day of the month; empty until it was read."""
    is_this_month: rx.Field[bool] = rx.field(default=True)
    has_earlier: rx.Field[bool] = rx.field(default=False)
    days: rx.Field[list[present.Day]] = rx.field(default_factory=list[present.Day])
    totals: rx.Field[list[present.Total]] = rx.field(default_factory=list[present.Total])
    draft: rx.Field[present.Draft] = rx.field(default_factory=present.Draft)
    problem: rx.Field[str] = rx.field("")
    number: rx.Field[int] = rx.field(0)
    written: rx.Field[int] = rx.field(0)
    _made: str = ""
    """The id of what this form has added: a second tap changes it."""
    _before: dict[str, Any] = {}
    """What this form has changed, as it was before the first tap on Save."""

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        """Read the month that is shown, at first this one."""
        await self._read(date.fromisoformat(self.first) if self.first else None)

    @rx.event
    @guard.signed_in
    async def open(self) -> None:
        """Show this month."""
        await self._read(None)

    @rx.event
    @guard.signed_in
    async def turn(self, to: Turn) -> None:
        """Show the month before or after."""
        if self.first:
            days = timedelta(days=31 if to == "later" else -1)
            await self._read(date.fromisoformat(self.first) + days)

    @rx.event
    @guard.signed_in
    async def write(self, form: Line) -> None:
        """Write a line down; without an amount or a category there is one question."""
        said = form["line"].strip()
        if not said or form.get("nth", str(self.written)) != str(self.written):
            return
        line = read(said, await self._today())
        is_whole = line.amount and (line.category or line.flow is Flow.IN)
        if not line.amount or not is_whole:
            self._show(present.draft_of(line, said))
            (await self.get_state(NoticeState))._show_sheet(ONE)
            return
        written = Written(
            line.amount, line.on, line.flow, line.what, line.category, line.currency or None
        )
        await self._add(written)

    @rx.event
    @guard.signed_in
    async def start_edit(self, row: RowId) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            self._show(present.draft(await service.require(s, owner, UUID(row))))

    @rx.event
    @guard.signed_in
    async def keep(self, form: Fields) -> None:
        """Keep what the fields say: a new one, or a change."""
        try:
            written = self._written(form)
            if row := self.draft.id or self._made:
                await self._change(UUID(row), written)
            else:
                self._made = str(await self._add(written))
        except InvalidInput as error:
            self.problem = next(iter(error.fields), "amount")
            return
        except NotFound:  # another tab has deleted it
            await self._read(date.fromisoformat(self.first))
        (await self.get_state(NoticeState))._close_sheet()

    @rx.event
    @guard.signed_in
    async def delete(self, row: RowId) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        notices = await self.get_state(NoticeState)
        try:
            async with engine().unit(owner, write=True) as s:
                gone = await service.delete(s, owner, UUID(row), at=now)
        except NotFound:
            await self._read(date.fromisoformat(self.first))
            return
        notices._say("ui.toast.money_deleted", undo="money_before", of=UUID(row), kept=gone)
        await self._read(date.fromisoformat(self.first))

    def _show(self, draft: present.Draft) -> None:
        self.draft, self.problem, self._made, self._before = draft, "", "", {}
        self.number += 1

    def _written(self, form: Fields) -> Written:
        amount, currency = amount_of(form["amount"])
        if amount is None:
            raise InvalidInput({"amount": "is no amount"})
        try:
            on = date.fromisoformat(form["day"])
        except ValueError as error:
            raise InvalidInput({"spentOn": "is no day"}) from error
        # One that may not be repeated is not among the choices: it stays.
        category = form.get("own", "").strip() or form.get("category", self.draft.category)
        flow = Flow(form.get("flow", Flow.OUT))
        return Written(
            amount,
            on,
            flow,
            form["what"],
            "" if flow is Flow.IN else category,
            currency or self.draft.currency or ("" if self.draft.id else None),
        )

    async def _add(self, written: Written) -> UUID:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            kept = await service.add(s, owner, written, at=now)
        self.written += 1
        notices = await self.get_state(NoticeState)
        of = kept.row.id
        notices._say("ui.toast.money_written", undo="money", of=of, kept={"id": str(of)})
        notices._stored("money")
        await self._after(kept, written.on)
        return of

    async def _change(self, row: UUID, written: Written) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            before: dict[str, Any] = service.as_kept(await service.require(s, owner, row))
            self._before = self._before or before
            kept = await service.change(s, owner, row, written, at=now)
        notices = await self.get_state(NoticeState)
        if self._made:  # the form's second tap: Undo removes what the first one has added
            notices._say("ui.toast.money_written", undo="money", of=row, kept={"id": self._made})
        else:
            notices._say("ui.toast.money_changed", undo="money_before", of=row, kept=self._before)
        await self._after(kept, written.on)

    async def _after(self, kept: Kept[Transaction], day: date) -> None:
        await self._read(day)
        await (await self.get_state(HelpState))._offer(kept.safety)

    async def _today(self) -> date:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            return await service.today(s, owner, now)

    async def _read(self, day: date | None) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            today = await service.today(s, owner, now)
            month = await service.month(s, owner, min(day or today, today), today=today)
            used = await budgets.used(s, owner, today=today)
            categories = await service.categories(s, owner)
            before = await unspoken(s, owner) if month.rows or categories else ()
        (await self.get_state(BudgetsState))._show(used, categories, before)
        self.first = month.first.isoformat()
        self.is_this_month = month.first == today.replace(day=1)
        self.has_earlier = month.first_day is not None and month.first_day < month.first
        self.days, self.totals = present.days(month.rows, today, before), present.totals(month)
