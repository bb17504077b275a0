"""The onboarding, a step at a time: each answer is stored when it is given (A16–A24).

`welcome → questions → pattern → style_intro → style_quiz → home`; `profiles.onboarding_step` and
`onboarding_position` say where a person stands, so that a reload goes on there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from coaching.content import identify_tension, load_onboarding, score_style
from coaching.errors import Conflict, InvalidInput
from coaching.repositories import analytics, profiles
from coaching.services import onboarding_result
from coaching.services.jobs import ask_strategist
from coaching.services.profiles import check_tone
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.enums import OnboardingStep, Tension, Trigger
from coaching.values.people import PATTERN_NOTE
from coaching.values.safety import SafetyVerdict
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.content import Question
    from coaching.models import Profile

Fit = Literal["fits", "partly", "different"]

DIAL = "tone"
NOTE_MAX = 600


@dataclass(frozen=True, slots=True)
class Submission:
    """A whole onboarding; what was skipped is missing."""

    answers: Mapping[str, str]
    context: Sequence[str] = ()
    emotional_why: str = ""
    style: Mapping[str, object] = field(default_factory=dict[str, object])
    tension: Tension | None = None


async def where(s: AsyncSession, owner: UUID) -> Profile:
    """Return the profile, which says where the person stands."""
    return await profiles.require(s, owner)


async def begin(s: AsyncSession, owner: UUID, *, at: datetime) -> Profile:
    """Leave the welcome screen; later than that nothing changes."""
    person = await profiles.require(s, owner)
    if person.onboarding_step is OnboardingStep.WELCOME:
        return await _go(s, person, OnboardingStep.QUESTIONS, at=at)
    return person


async def begin_again(s: AsyncSession, owner: UUID, *, at: datetime) -> Profile:
    """Ask the questions again, with the answers of before; what came of them stays until then.

    The choices about style begin where the settings stand now.
    """
    person = await profiles.require(s, owner)
    if person.onboarding_step is not OnboardingStep.HOME:
        return person
    style = {**person.style_answers, DIAL: person.tone}
    for asked in load_onboarding().style_quiz.questions:
        for option in asked.options:
            if person.depth == option.depth or person.learning_style == option.learning_style:
                style[asked.id] = option.id
    await profiles.change(s, owner, at=at, style_answers=style)
    return await _go(s, person, OnboardingStep.QUESTIONS, at=at)


async def answer(
    s: AsyncSession, owner: UUID, question_id: str, chosen: Sequence[str], why: str, *, at: datetime
) -> Kept[Profile]:
    """Keep the answer to a question, empty for a skipped one, and go on to the next."""
    questions = load_onboarding().questions
    index = next((i for i, asked in enumerate(questions) if asked.id == question_id), None)
    if index is None:
        raise InvalidInput({"question": "does not exist"})
    await profiles.hold(s, owner)
    kept = await _keep(s, owner, questions[index], chosen, why, at)
    person = kept.row
    if person.onboarding_step is OnboardingStep.QUESTIONS:
        if index + 1 < len(questions):
            person = await _go(s, person, OnboardingStep.QUESTIONS, index + 1, at=at)
        else:
            person = await _find_pattern(s, person, at=at)
    return Kept(person, kept.safety)


async def step_back(s: AsyncSession, owner: UUID, *, at: datetime) -> Profile:
    """Go back one screen; the first one stays."""
    person = await profiles.require(s, owner)
    last = len(load_onboarding().questions) - 1
    match person.onboarding_step:
        case OnboardingStep.QUESTIONS | OnboardingStep.STYLE_QUIZ if person.onboarding_position:
            return await _go(
                s, person, person.onboarding_step, person.onboarding_position - 1, at=at
            )
        case OnboardingStep.QUESTIONS if person.onboarding_completed_at:
            return await _go(s, person, OnboardingStep.HOME, at=at)
        case OnboardingStep.PATTERN:
            return await _go(s, person, OnboardingStep.QUESTIONS, last, at=at)
        case OnboardingStep.STYLE_INTRO:
            return await _go(s, person, OnboardingStep.PATTERN, at=at)
        case OnboardingStep.STYLE_QUIZ:
            return await _go(s, person, OnboardingStep.STYLE_INTRO, at=at)
        case _:
            return person


async def decide(
    s: AsyncSession,
    owner: UUID,
    fit: Fit,
    *,
    at: datetime,
    tension: Tension | None = None,
    note: str = "",
) -> Kept[Profile]:
    """Store the person's answer to the first guess; a tension that they pick overrides it."""
    await profiles.hold(s, owner)
    person = await profiles.require(s, owner)
    if fit == "different" and tension is None and person.tension_type is not None:
        raise InvalidInput({"tension": "has to be chosen"})
    words = clean_text("note", note, maximum=NOTE_MAX, may_be_empty=True)
    verdict = SafetyVerdict()
    if words:
        answers = {**person.onboarding_answers, PATTERN_NOTE: words}
        person = await profiles.change(s, owner, at=at, onboarding_answers=answers)
        verdict = await screen_words(s, owner, words, source=PATTERN_NOTE, at=at)
    if tension is not None:
        person = await onboarding_result.choose(s, person, tension, at=at)
    return Kept(await _go(s, person, OnboardingStep.STYLE_INTRO, at=at), verdict)


async def begin_style(s: AsyncSession, owner: UUID, *, at: datetime) -> Profile:
    """Open the style quiz."""
    person = await profiles.require(s, owner)
    return await _go(s, person, OnboardingStep.STYLE_QUIZ, at=at)


async def answer_style(
    s: AsyncSession, owner: UUID, question_id: str, option_id: str, *, at: datetime
) -> Profile:
    """Keep one choice of the style quiz, empty for a skipped one, and go on."""
    quiz = load_onboarding().style_quiz.questions
    index = next((i for i, asked in enumerate(quiz) if asked.id == question_id), None)
    if index is None:
        raise InvalidInput({"question": "does not exist"})
    if option_id and quiz[index].option(option_id) is None:
        raise InvalidInput({question_id: "is not one of the answers"})
    person = await profiles.require(s, owner)
    kept = {name: value for name, value in person.style_answers.items() if name != question_id}
    answers = {**kept, question_id: option_id} if option_id else kept
    person = await profiles.change(s, owner, at=at, style_answers=answers)
    return await _go(s, person, OnboardingStep.STYLE_QUIZ, index + 1, at=at)


async def set_dial(s: AsyncSession, owner: UUID, tone: object, *, at: datetime) -> Profile:
    """Keep where the dial was moved to; it wins over the choices about tone."""
    person = await profiles.require(s, owner)
    return await profiles.change(
        s, owner, at=at, style_answers={**person.style_answers, DIAL: check_tone(tone)}
    )


async def finish(s: AsyncSession, owner: UUID, *, at: datetime) -> Profile:
    """Land on home (A17): the style is set and the first briefing is asked for, once."""
    await profiles.hold(s, owner)
    person = await profiles.require(s, owner)
    if person.onboarding_step is OnboardingStep.HOME:
        return person
    if person.onboarding_step is not OnboardingStep.STYLE_QUIZ:
        raise Conflict("the questions come first")
    is_first = person.onboarding_completed_at is None
    style = score_style(person.style_answers)
    person = await profiles.change(
        s,
        owner,
        at=at,
        tone=style.tone,
        depth=style.depth,
        learning_style=style.learning_style,
        onboarding_completed_at=at,
    )
    await _ask_first_briefing(s, owner, at=at)
    if is_first:
        await analytics.add(s, owner, UsageEvent.ONBOARDED, at=at)
    return await _go(s, person, OnboardingStep.HOME, at=at)


async def submit(s: AsyncSession, owner: UUID, sent: Submission, *, at: datetime) -> Kept[Profile]:
    """Submit the whole onboarding at once; idempotent."""
    found = load_onboarding()
    scored = {question.id: question for question in found.scored}
    unknown = sent.answers.keys() - scored.keys()
    if unknown:
        raise InvalidInput({f"answers.{name}": "does not exist" for name in sorted(unknown)})
    for name, option in sent.answers.items():
        onboarding_result.known(scored[name], [option])
    await profiles.hold(s, owner)
    await profiles.change(s, owner, at=at, onboarding_answers=dict(sent.answers), style_answers={})
    context = await onboarding_result.keep_context(s, owner, sent.context, at=at)
    why = await onboarding_result.keep_why(s, owner, sent.emotional_why, at=at)
    person = await _find_pattern(s, why.row, at=at)
    if sent.tension is not None:
        await onboarding_result.choose(s, person, sent.tension, at=at)
    for question in found.style_quiz.questions:
        await answer_style(s, owner, question.id, str(sent.style.get(question.id, "")), at=at)
    if DIAL in sent.style:
        await set_dial(s, owner, sent.style[DIAL], at=at)
    person = await finish(s, owner, at=at)
    return Kept(person, max(context.safety, why.safety, key=_seriousness))


async def _keep(
    s: AsyncSession,
    owner: UUID,
    asked: Question,
    chosen: Sequence[str],
    why: str,
    at: datetime,
) -> Kept[Profile]:
    person = await profiles.require(s, owner)
    match asked.kind:
        case "text":
            return await onboarding_result.keep_why(s, owner, why, at=at)
        case "multi":
            return await onboarding_result.keep_context(s, owner, chosen, at=at)
        case _:
            kept = {k: v for k, v in person.onboarding_answers.items() if k != asked.id}
            answers = (
                kept | {asked.id: onboarding_result.known(asked, chosen)[0]} if chosen else kept
            )
            person = await profiles.change(s, owner, at=at, onboarding_answers=answers)
            return Kept(person, SafetyVerdict())


async def _find_pattern(s: AsyncSession, person: Profile, *, at: datetime) -> Profile:
    person = await onboarding_result.store_result(
        s, person, identify_tension(person.onboarding_answers), at=at
    )
    return await _go(s, person, OnboardingStep.PATTERN, at=at)


async def _go(
    s: AsyncSession, person: Profile, step: OnboardingStep, position: int = 0, *, at: datetime
) -> Profile:
    return await profiles.change(
        s, person.user_id, at=at, onboarding_step=step, onboarding_position=position
    )


async def _ask_first_briefing(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Ask once for each end of the onboarding; sent again, it has a name of its own."""
    name, count = Trigger.ONBOARDING.value, 1
    while not await ask_strategist(s, owner, trigger=Trigger.ONBOARDING, boundary=name, at=at):
        count += 1
        name = f"{Trigger.ONBOARDING}:{count}"


def _seriousness(verdict: SafetyVerdict) -> int:
    return ("none", "concern", "crisis").index(verdict.level.value)
