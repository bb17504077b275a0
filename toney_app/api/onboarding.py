"""The onboarding as one document out and one in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter
from pydantic import Field

from coaching.content import load_onboarding, localised
from coaching.services import consent, onboarding, onboarding_result
from coaching.values.enums import Depth, LearningStyle, Tension
from toney_app.api.auth import ConsentIn
from toney_app.api.deps import Engine, Language, Owner
from toney_app.api.wire import In, Out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.content.onboarding import Option, StyleOption
    from coaching.models import Profile

router = APIRouter(tags=["onboarding"])
DEFAULT_LANGUAGE = "en"


class OptionOut(Out):
    """An answer to choose."""

    id: str
    text: str


class QuestionOut(Out):
    """A question."""

    id: str
    kind: str
    prompt: str
    help: str | None
    options: list[OptionOut]
    max: int | None
    max_chars: int | None


class StyleQuestionOut(Out):
    """A question of the style quiz."""

    id: str
    prompt: str
    options: list[OptionOut]


class ConsentOut(Out):
    """What a person agrees to, and who receives the words."""

    text_version: str
    text: str
    provider: str


class OnboardingOut(Out):
    """Everything to ask."""

    questions: list[QuestionOut]
    style_quiz: list[StyleQuestionOut]
    consent: ConsentOut


class OnboardingIn(In):
    """Everything answered; what was skipped is missing."""

    consent: ConsentIn
    answers: dict[str, str] = {}
    context: list[str] = []
    emotional_why: str = ""
    style: dict[str, str | float | int] = {}
    tension: Annotated[Tension, Field(strict=False)] | None = None


class ResultOut(Out):
    """What the answers say: a first guess, not a verdict."""

    primary: Tension | None
    secondary: Tension | None
    confidence: float
    confidence_label: str
    candidates: list[Tension]


class FoundOut(Out):
    """What is known after the onboarding."""

    tension: ResultOut
    hypothesis: str
    tone: float
    depth: Depth
    learning_style: LearningStyle


@router.get("/api/onboarding")
async def read_onboarding(coaching: Engine, lang: str = DEFAULT_LANGUAGE) -> OnboardingOut:
    """Return the questions, the style quiz and the consent text."""
    found = load_onboarding()
    questions = [
        QuestionOut(
            id=asked.id,
            kind=asked.kind,
            prompt=localised(lang, asked.id, asked.prompt),
            help=localised(lang, f"{asked.id}.help", asked.help) if asked.help else None,
            options=_options(asked.options, lang),
            max=asked.max,
            max_chars=asked.max_chars,
        )
        for asked in found.questions
    ]
    quiz = [
        StyleQuestionOut(
            id=asked.id,
            prompt=localised(lang, asked.id, asked.prompt),
            options=_options(asked.options, lang),
        )
        for asked in found.style_quiz.questions
    ]
    agreed = ConsentOut(
        text_version=consent.text_version(),
        text=consent.whole_text(coaching.settings, lang),
        provider=consent.provider(coaching.settings),
    )
    return OnboardingOut(questions=questions, style_quiz=quiz, consent=agreed)


@router.post("/api/onboarding")
async def submit_onboarding(
    sent: OnboardingIn, coaching: Engine, person: Owner, language: Language
) -> FoundOut:
    """Store a whole onboarding; may be sent again."""
    at = coaching.clock.now()
    async with coaching.unit(person, write=True) as s:
        await consent.give(
            s,
            person,
            text_version=sent.consent.text_version,
            settings=coaching.settings,
            at=at,
            language=language,
        )
        submission = onboarding.Submission(
            answers=sent.answers,
            context=sent.context,
            emotional_why=sent.emotional_why,
            style=sent.style,
            tension=sent.tension,
        )
        kept = await onboarding.submit(s, person, submission, at=at)
        found = _found(kept.row)
    coaching.wake_jobs()
    return found


def _options(options: Iterable[Option | StyleOption], lang: str) -> list[OptionOut]:
    return [OptionOut(id=o.id, text=localised(lang, o.id, o.text)) for o in options]


def _found(person: Profile) -> FoundOut:
    result = onboarding_result.pattern(person)
    return FoundOut(
        tension=ResultOut(
            primary=person.tension_type,
            secondary=person.secondary_tension_type,
            confidence=person.tension_confidence,
            confidence_label=person.tension_confidence_label,
            candidates=list(result.candidates),
        ),
        hypothesis=onboarding_result.spoken_hypothesis(person),
        tone=person.tone,
        depth=person.depth,
        learning_style=person.learning_style,
    )
