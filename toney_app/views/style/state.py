from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import reflex as rx
from pydantic import Field
from typing_extensions import TypedDict

from coaching.content import load_onboarding
from coaching.safety import ABUSE
from coaching.services import onboarding, profiles
from toney_app.engine import engine
from toney_app.props import Then
from toney_app.session_state import SessionState, guard
from toney_app.views.help.state import HelpState
from toney_app.views.home_loads import home_loads
from toney_app.views.onboarding.present import Question, style_question
from toney_app.views.style import present

if TYPE_CHECKING:
    from coaching.models import Profile

QUESTIONS = load_onboarding().style_quiz.questions
TOTAL_CHOICES = len(QUESTIONS)
OptionId = Annotated[str, Field(pattern=r"^s[0-9]_[a-z]$")]
Tone = Annotated[float, Field(ge=1, le=10)]


class NameForm(TypedDict):
    name: str


class StyleState(rx.State):
    question: rx.Field[Question] = rx.field(default_factory=Question)
    number: rx.Field[int] = rx.field(0)
    chosen: rx.Field[str] = rx.field("")
    asks_name: rx.Field[bool] = rx.field(default=False)
    dial: rx.Field[present.Dial] = rx.field(default_factory=present.Dial)
    category: rx.Field[str] = rx.field("")

    @rx.event
    @guard.signed_in
    async def begin(self) -> None:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            person = await onboarding.begin_style(s, owner, at=at)
        await self._show(person)

    @rx.event
    @guard.signed_in
    async def choose(self, option: OptionId) -> None:
        self.chosen = option

    @rx.event
    @guard.signed_in
    async def set_tone(self, tone: Tone) -> None:
        """Move the dial; a move that comes late, after Next, changes nothing."""
        if self.dial.is_shown:
            self.dial = present.dial(tone)

    @rx.event
    @guard.signed_in
    async def go_on(self, number: int | None = None) -> Then:
        """Keep the choice; a second tap doesn't answer the next question."""
        if number not in {None, self.number}:
            return []
        return await self._keep("dial" if self.dial.is_shown else self.chosen)

    @rx.event
    @guard.signed_in
    async def skip(self, number: int | None = None) -> Then:
        return await self._keep("") if number in {None, self.number} else []

    @rx.event
    @guard.signed_in
    async def back(self) -> None:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            person = await onboarding.step_back(s, owner, at=at)
        await self._show(person)

    @rx.event
    @guard.signed_in
    async def name(self, form: NameForm) -> Then:
        """Keep how they would like to be called, which may be nothing, and go home."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            if form["name"].strip():
                await profiles.change(s, owner, at=at, name=form["name"])
            person = await onboarding.finish(s, owner, at=at)
        await self._show(person)
        return home_loads()

    async def _keep(self, choice: str) -> Then:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            if self.dial.is_shown and choice:
                await onboarding.set_dial(s, owner, self.dial.tone, at=at)
            answer = "" if self.dial.is_shown else choice
            person = await onboarding.answer_style(s, owner, self.question.id, answer, at=at)
            is_over = person.onboarding_position >= TOTAL_CHOICES and bool(person.name)
            if is_over:
                person = await onboarding.finish(s, owner, at=at)
        await self._show(person)
        return home_loads() if is_over else []

    async def _open(self, person: Profile) -> None:
        self.category = present.help_for(person.life_context)
        (await self.get_state(HelpState)).is_named = self.category == ABUSE
        await self._show(person)

    async def _show(self, person: Profile) -> None:
        (await self.get_state(SessionState))._show(person)
        position = min(person.onboarding_position, TOTAL_CHOICES - 1)
        found = QUESTIONS[position]
        is_dial = present.is_dial_next(person)
        self.dial = present.dial_of(person) if is_dial else present.Dial()
        self.number = position + 1
        self.asks_name = person.onboarding_position >= TOTAL_CHOICES
        self.question = style_question(found, person.locale)
        self.chosen = person.style_answers.get(found.id, "")
