from __future__ import annotations

import secrets
from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching import conversation
from coaching.errors import (
    Conflict,
    ConsentMissing,
    LimitReached,
    NotFound,
    ToneyError,
    Unavailable,
)
from coaching.safety import help_country
from coaching.services import profiles, threads
from toney_app.engine import engine
from toney_app.notice_state import NoticeState, problem_key
from toney_app.props import Handler, Then
from toney_app.session_state import SessionState, guard
from toney_app.views.chat import present
from toney_app.views.check_ins.state import CheckInState

_ANSWERS_KEPT, _NUMBERS = 12, 2**31
NOT_STORED = "ui.problem.not_stored"
EDIT_LATE = "ui.problem.edit_late"
"""Another message came after the edited one; the page sends it as a new one if they try again."""
TurnId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]

Place = Annotated[str, Field(pattern=r"^([0-9a-f-]{36})?$")]


class Sent(TypedDict):
    """The hidden form through which the page delivers a message."""

    text: str
    client: str
    replaces: NotRequired[Place]


class ChatState(rx.State):
    turns: rx.Field[list[present.Turn]] = rx.field(default_factory=list[present.Turn])
    answers: rx.Field[list[present.Answer]] = rx.field(default_factory=list[present.Answer])
    has_older: rx.Field[bool] = rx.field(default=False)
    loaded: rx.Field[bool] = rx.field(default=False)
    undone: rx.Field[list[str]] = rx.field(default_factory=list[str])
    reading: rx.Field[int] = rx.field(0)
    _read: UUID | None = None
    _older: int | None = None
    _count: int = 0

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        await self._load()
        await self._look_who_answers()

    @rx.event
    @guard.signed_in
    async def read(self, session: TurnId, turn: Place = "") -> None:
        """Show a session that is over, alone, up to a turn in it; `load` leads back."""
        owner, self._read = await guard.person(self), UUID(session)
        self.turns, self._older = await self._page(owner, None)
        self.reading = 0
        if self.turns and not await self._is_newest(owner):
            self.reading = self.turns[0].session
        while turn and self._older is not None and turn not in {one.id for one in self.turns}:
            earlier, self._older = await self._page(owner, self._older)
            self.turns = earlier + self.turns
        self.has_older = self._older is not None

    @rx.event
    @guard.signed_in
    async def look_again(self, hidden: bool) -> None:  # noqa: FBT001 - what the event says
        """Another tab may have talked in the meantime."""
        if hidden or not self.loaded or self.reading:
            return
        turns, older = await self._page(await guard.person(self), None)
        if present.fates(turns) != present.fates(self.turns[-len(turns) :]):
            self.turns, self._older, self.has_older = turns, older, older is not None

    @rx.event
    @guard.signed_in
    async def load_older(self) -> None:
        if self._older is None:
            return
        turns, self._older = await self._page(await guard.person(self), self._older)
        self.turns, self.has_older = turns + self.turns, self._older is not None

    @rx.event
    @guard.signed_in
    async def send(self, form: Sent) -> Handler:
        owner, replaces = await guard.person(self), form.get("replaces", "")
        try:
            accepted = await conversation.accept(
                engine(),
                owner,
                form["text"],
                form["client"],
                replaces=UUID(replaces) if replaces else None,
            )
        except (Conflict, NotFound) as refused:
            self._refuse(form["client"], refused, EDIT_LATE if replaces else "")
        except ToneyError as refused:
            self._refuse(form["client"], refused)
            if isinstance(refused, ConsentMissing):
                sheet = "help" if refused.help else "consent"
                (await self.get_state(NoticeState))._show_sheet(sheet)
        else:
            if replaces:
                self._drop(replaces)
            self._answer(client=form["client"], turn=str(accepted.turn_id))
            await self._look_who_answers()
            shown = [ChatState.load] if self.reading else []
            return [*shown, *await self._told_of_check_in(accepted.check_in)]
        return None

    @rx.event
    @guard.signed_in
    async def stop(self, turn: TurnId) -> None:
        await conversation.stop(engine(), await guard.person(self), UUID(turn))

    @rx.event
    @guard.signed_in
    async def retry(self, turn: TurnId) -> None:
        await conversation.retry(engine(), await guard.person(self), UUID(turn))
        self._answer(turn=turn)
        await self._look_who_answers()

    @rx.event
    @guard.signed_in
    async def undo(self, turn: TurnId, call: str) -> None:
        coaching, owner = engine(), await guard.person(self)
        async with coaching.unit(owner, write=True) as s:
            await conversation.undo_tool_call(s, owner, UUID(turn), call, at=coaching.clock.now())
        self.undone = [*self.undone, call]
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.taken_back")

    async def _told_of_check_in(self, check_in: UUID | None) -> Then:
        """Say that a mood of a quick reply was saved, with Undo; return what reads it on home."""
        if check_in is None:
            return []
        kept, notices = {"id": str(check_in)}, await self.get_state(NoticeState)
        notices._say("ui.toast.check_in_saved", undo="check_in", of=check_in, kept=kept)
        return [CheckInState.load]

    async def _load(self) -> None:
        self.reading, self._read = 0, None
        self.turns, self._older = await self._page(await guard.person(self), None)
        self.has_older, self.loaded, self.answers = self._older is not None, True, []

    async def _look_who_answers(self) -> None:
        await (await self.get_state(SessionState))._name_the_coach()

    async def _page(self, owner: UUID, before: int | None) -> tuple[list[present.Turn], int | None]:
        now = engine().clock.now()
        async with engine().unit(owner) as s:
            found = await threads.page(s, owner, before=before, session_id=self._read)
            person = await profiles.require(s, owner)
        country = help_country(person.country, person.time_zone)
        return [present.turn(row, country, person.locale, now) for row in found.turns], found.next

    async def _is_newest(self, owner: UUID) -> bool:
        """Return True if what is read is where the talk goes on; then all of it is shown."""
        async with engine().unit(owner) as s:
            newest = await threads.page(s, owner, limit=1)
        if not newest.turns or newest.turns[0].turn.conversation_id != self._read:
            return False
        self._read = None
        self.turns, self._older = await self._page(owner, None)
        self.has_older = self._older is not None
        return True

    def _refuse(self, client: str, refused: ToneyError, problem: str = "") -> None:
        if isinstance(refused, LimitReached):
            until, most = refused.reset_at.isoformat(), refused.limit
            self._answer(client=client, problem=_problem(refused), until=until, most=most)
        else:
            self._answer(client=client, problem=problem or _problem(refused))

    def _drop(self, *turns: str) -> None:
        """Take deleted turns off the page, also where the page keeps them itself."""
        self.turns = [shown for shown in self.turns if shown.id not in turns]
        self._answer(turn=" ".join(turns), problem=present.GONE)

    def _answer(
        self,
        *,
        client: str = "",
        turn: str = "",
        problem: str = "",
        until: str = "",
        most: int = 0,
    ) -> None:
        # A page that is still open after a restart tells these numbers from those before it.
        self._count = self._count + 1 if self._count else secrets.randbelow(_NUMBERS) + 1
        answer = present.Answer(self._count, client, turn, problem, until, most)
        self.answers = [*self.answers, answer][-_ANSWERS_KEPT:]


def _problem(refused: ToneyError) -> str:
    """Return why a message has no turn; the page keeps one that could not be stored."""
    return NOT_STORED if isinstance(refused, Unavailable) else problem_key(refused)
