from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.content import load_onboarding
from coaching.services import onboarding
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import SessionState, guard
from toney_app.views.help.state import HelpState
from toney_app.views.home_loads import home_loads
from toney_app.views.onboarding import present
from toney_app.views.pattern.state import PatternState

if TYPE_CHECKING:
    from coaching.models import Profile

QUESTIONS = load_onboarding().questions
TOTAL_QUESTIONS = len(QUESTIONS)
OptionId = Annotated[str, Field(pattern=r"^[a-z0-9_]{2,40}$")]


class WhyForm(TypedDict):
    """The form; `answer` is what a radio or a checkbox says, which the state knows already.

    `nth` tells a second tap from the answer to the next question.
    """

    why: NotRequired[str]
    answer: NotRequired[str]
    nth: NotRequired[str]


class OnboardingState(rx.State):
    question: rx.Field[present.Question] = rx.field(default_factory=present.Question)
    number: rx.Field[int] = rx.field(0)
    chosen: rx.Field[list[str]] = rx.field(default_factory=list[str])
    why: rx.Field[str] = rx.field("")

    @rx.event
    @guard.signed_in
    async def choose(self, option: OptionId) -> None:
        self.chosen = present.choose(self.question, self.chosen, option)

    @rx.event
    @guard.signed_in
    async def go_on(self, form: WhyForm) -> None:
        if form.get("nth", str(self.number)) == str(self.number):
            await self._answer(self.chosen, form.get("why", ""))

    @rx.event
    @guard.signed_in
    async def skip(self, number: int | None = None) -> None:
        """Leave the question unanswered; a second tap doesn't skip the next one."""
        if number in {None, self.number}:
            await self._answer([], "")

    @rx.event
    @guard.signed_in
    async def back(self) -> Then:
        owner = await guard.person(self)
        async with engine().unit(owner, write=True) as s:
            person = await onboarding.step_back(s, owner, at=engine().clock.now())
        self._show(person)
        session = await self.get_state(SessionState)
        session._show(person)
        return home_loads() if session.step == "home" else []

    async def _answer(self, chosen: list[str], why: str) -> None:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            kept = await onboarding.answer(s, owner, self.question.id, chosen, why, at=at)
        if self.question.kind == "text":
            (await self.get_state(NoticeState))._stored("why")
        await (await self.get_state(HelpState))._offer(kept.safety)
        self._show(kept.row)
        session = await self.get_state(SessionState)
        session._show(kept.row)
        if session.step != "questions":
            (await self.get_state(PatternState))._show(kept.row)

    def _show(self, profile: Profile) -> None:
        found = QUESTIONS[min(profile.onboarding_position, TOTAL_QUESTIONS - 1)]
        self.question = present.question(found, profile.locale)
        self.number = profile.onboarding_position + 1
        self.chosen = present.chosen(found, profile)
        self.why = profile.emotional_why
