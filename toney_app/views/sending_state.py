"""Save what people did without a connection: once each, dated when they did it."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Literal
from uuid import UUID, uuid5

import reflex as rx
from pydantic import AwareDatetime, BaseModel, Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from coaching.domains.practices import service as practices
from coaching.domains.practices.runner import Answer
from coaching.domains.purchases import service as purchases
from coaching.domains.purchases.service import Wanted
from coaching.domains.transactions import service as transactions
from coaching.domains.transactions.service import Written
from coaching.errors import Conflict, InvalidInput, NotAllowed, NotFound, TooMany
from coaching.money.reading import read
from coaching.services import focus, wins
from coaching.values.purchases import Feeling, ForWhom
from coaching.values.transactions import LINE_MAX
from toney_app.engine import engine
from toney_app.notice_state import CHANGED, NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.money.state import MoneyState
from toney_app.views.practices.player_state import PlayerState
from toney_app.views.purchases.state import ShelfState
from toney_app.views.rewire.state import RewireState
from toney_app.views.wins.state import WinsState

if TYPE_CHECKING:
    from coaching.errors import ToneyError
    from coaching.values.safety import SafetyVerdict

_OLDEST = timedelta(days=30)
_NAMED = 30


class _Named(BaseModel):
    client: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class _Thing(_Named):
    at: AwareDatetime


class Win(_Thing):
    """A win that was written."""

    kind: Literal["win"]
    text: str


class FocusAnswer(_Thing):
    """The answer to the focus card; `text` is the note."""

    kind: Literal["focus"]
    card: UUID
    answer: Literal["done", "skipped"]
    text: str | None = None


class PracticeAnswer(_Thing):
    """The answer to a step of an exercise."""

    kind: Literal["practice"]
    run: UUID
    step: str
    choice: str = ""
    number: int | None = None
    text: str = ""


class Purchase(_Thing):
    """Something that waits for a day; with a `note` it was bought."""

    kind: Literal["purchase"]
    item: str
    price: int | None = None
    for_whom: ForWhom | Literal[""] = ""
    feelings: Annotated[list[Feeling], Field(max_length=len(Feeling))] = []
    plan: str = ""
    note: str | None = None


class Money(_Thing):
    """A line about money; `day` is the day where it was written."""

    kind: Literal["money"]
    text: Annotated[str, Field(max_length=LINE_MAX)]
    day: date


Thing = Win | FocusAnswer | PracticeAnswer | Purchase | Money


class Sent(TypedDict):
    """The hidden form through which the page delivers one thing, as JSON."""

    thing: Annotated[str, Field(max_length=20_000)]


_READ: TypeAdapter[Thing] = TypeAdapter(Annotated[Thing, Field(discriminator="kind")])


class SendingState(rx.State):
    taken: rx.Field[list[str]] = rx.field(default_factory=list[str])
    """The newest things that the server has: the page need not keep them any longer."""
    refused: rx.Field[list[str]] = rx.field(default_factory=list[str])
    """Those that can't be saved: the page gives the words back."""

    @rx.event
    @guard.signed_in
    async def take(self, form: Sent) -> Then:
        """Save one thing; what was saved before is not saved again.

        Refuses what it can't read, such as one of an older version, which would hold up the queue.
        """
        try:
            thing = _READ.validate_json(form["thing"])
        except ValidationError:
            return await self._refuse(_Named.model_validate(json.loads(form["thing"])))
        owner, now = await guard.person(self), engine().clock.now()
        at = min(max(thing.at, now - _OLDEST), now)
        try:
            await self._save(owner, thing, at)
        except (Conflict, InvalidInput, NotAllowed, NotFound, TooMany) as error:
            (await self.get_state(NoticeState))._say(_why(thing, error))
            self.refused = [*self.refused, thing.client][-_NAMED:]
        else:
            (await self.get_state(NoticeState))._stored(CHANGED)
            self.taken = [*self.taken, thing.client][-_NAMED:]
        shown = [MoneyState.load()] if isinstance(thing, Money) else []
        return [HomeState.load(), WinsState.load(), RewireState.load(), ShelfState.load(), *shown]

    async def _refuse(self, thing: _Named) -> Then:
        (await self.get_state(NoticeState))._say("ui.toast.not_taken")
        self.refused = [*self.refused, thing.client][-_NAMED:]
        return []

    async def _save(self, owner: UUID, thing: Thing, at: datetime) -> None:
        match thing:
            case Win():
                await self._offer_help(await _add_win(owner, thing, at))
            case FocusAnswer():
                await self._offer_help(await _answer_focus(owner, thing, at))
            case PracticeAnswer():
                await self._answer_step(owner, thing)
            case Purchase():
                await self._add_purchase(owner, thing, at)
            case Money():
                await self._offer_help(await _write_money(owner, thing, at))

    async def _add_purchase(self, owner: UUID, thing: Purchase, at: datetime) -> None:
        """Put it on the shelf; a notice names the way back."""
        wanted = Wanted(
            thing.item, thing.price, thing.for_whom or None, tuple(thing.feelings), thing.plan
        )
        named = uuid5(owner, thing.client)
        async with engine().unit(owner, write=True) as s:
            kept = await purchases.add(s, owner, wanted, at=at, note=thing.note, purchase_id=named)
        toast = "ui.toast.purchase_wait" if thing.note is None else "ui.toast.purchase_buy"
        notices = await self.get_state(NoticeState)
        notices._say(toast, undo="purchase", of=named, kept={"id": str(named)})
        await self._offer_help(kept.safety)

    async def _answer_step(self, owner: UUID, thing: PracticeAnswer) -> None:
        """Answer the step; one that was answered already shows where the exercise is now."""
        player, now = await self.get_state(PlayerState), engine().clock.now()
        given = Answer(chip=thing.choice, number=thing.number, text=thing.text)
        async with engine().unit(owner, write=True) as s:
            shown = await practices.current(s, owner, now)
            if shown is None or shown.run_id != thing.run:
                raise NotFound("this exercise is over")
            if shown.step_id == thing.step:
                shown = await practices.answer(s, owner, thing.run, given, now)
        await player._show(shown)

    async def _offer_help(self, verdict: SafetyVerdict) -> None:
        await (await self.get_state(HelpState))._offer(verdict)


def _why(thing: Thing, error: ToneyError) -> str:
    """Return the text for what was not saved; an exercise has no field to give words back to."""
    if isinstance(error, TooMany) and isinstance(thing, Purchase):
        return "ui.problem.shelf"
    if not isinstance(thing, PracticeAnswer):
        return "ui.toast.not_taken"
    is_wrong = isinstance(error, InvalidInput)
    return "ui.toast.answer_again" if is_wrong else "ui.toast.exercise_over"


async def _add_win(owner: UUID, thing: Win, at: datetime) -> SafetyVerdict:
    async with engine().unit(owner, write=True) as s:
        kept = await wins.add(s, owner, thing.text, at=at, win_id=uuid5(owner, thing.client))
    return kept.safety


async def _write_money(owner: UUID, thing: Money, at: datetime) -> SafetyVerdict:
    line = read(thing.text, thing.day)
    if line.amount is None:
        raise InvalidInput({"text": "names no amount"})
    written = Written(
        line.amount, line.on, line.flow, line.what, line.category, line.currency or None
    )
    named = uuid5(owner, thing.client)
    async with engine().unit(owner, write=True) as s:
        kept = await transactions.add(s, owner, written, at=at, transaction_id=named)
    return kept.safety


async def _answer_focus(owner: UUID, thing: FocusAnswer, at: datetime) -> SafetyVerdict:
    answer = focus.complete if thing.answer == "done" else focus.skip
    async with engine().unit(owner, write=True) as s:
        card = await focus.current(s, owner, at=at)
        if card is None or card.card.id != thing.card:
            raise NotFound("another card is in focus by now")
        return (await answer(s, owner, at=at, reflection=thing.text)).safety
