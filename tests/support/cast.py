"""Five recurring people: the same ones in fixtures, snapshots, evals, seeds and docs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.values.enums import Depth, LearningStyle, OnboardingStep, Tension
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db


@dataclass(frozen=True)
class Person:
    """Somebody with a money story."""

    name: str
    story: str
    tension: Tension
    secondary: Tension
    emotional_why: str
    tone: float
    depth: Depth
    learning_style: LearningStyle
    life_context: tuple[str, ...] = ()
    messages: tuple[str, ...] = field(default=())


IN_DEBT = Person(
    name="Mara",
    story="Three cards, unopened letters in a drawer; her partner does the accounts.",
    tension=Tension.AVOID,
    secondary=Tension.NUMB,
    emotional_why="I want to stop feeling sick when the post comes.",
    tone=3.0,
    depth=Depth.LIGHT,
    learning_style=LearningStyle.PRACTICE,
    life_context=("ctx_partner",),
    messages=(
        "There is another letter and I put it in the drawer.",
        "I know it won't get smaller in there.",
        "Okay, I opened it. It was forty euros.",
    ),
)
FREELANCER = Person(
    name="Dev",
    story="A designer with uneven months who checks the balance ten times a day.",
    tension=Tension.WORRY,
    secondary=Tension.GRIP,
    emotional_why="I'd like to sleep through a slow month.",
    tone=6.0,
    depth=Depth.BALANCED,
    learning_style=LearningStyle.INSIGHT,
    life_context=("ctx_income_change",),
    messages=(
        "The invoice is late again and I looked nine times today.",
        "My chest gets tight before the app has even loaded.",
        "Tonight I looked once. It was strange, but fine.",
    ),
)
COUPLE = Person(
    name="Ines",
    story="Half of a couple; pays for everybody and is angry about it afterwards.",
    tension=Tension.GIVE,
    secondary=Tension.PERFORM,
    emotional_why="I want to say no without feeling mean.",
    tone=5.0,
    depth=Depth.BALANCED,
    learning_style=LearningStyle.STORY,
    life_context=("ctx_partner",),
    messages=(
        "My brother asked for money again and I said yes before I thought.",
        "If I say no I'm the selfish one, that's how it was at home.",
        "I told him I'd answer tomorrow. He was fine with it!",
    ),
)
STUDENT = Person(
    name="Tomek",
    story="Buys the round, the shoes, the ticket; the loan pays.",
    tension=Tension.PERFORM,
    secondary=Tension.CHASE,
    emotional_why="I'm tired of acting like I can afford it.",
    tone=8.0,
    depth=Depth.LIGHT,
    learning_style=LearningStyle.PRACTICE,
    messages=(
        "Paid for everyone on Friday, again.",
        "Honestly I wanted them to see me as the one who can.",
        "So what do I say next time?",
    ),
)
SAVER = Person(
    name="Ruth",
    story="Retired with savings that she cannot spend on herself.",
    tension=Tension.GRIP,
    secondary=Tension.WORRY,
    emotional_why="I would like to enjoy something before I'm too old.",
    tone=4.0,
    depth=Depth.DEEP,
    learning_style=LearningStyle.REFLECTION,
    messages=(
        "I put the winter coat back. It was not even expensive.",
        "My mother counted coins at the kitchen table. I still hear it.",
        "I bought the coat. I have worn it twice.",
    ),
)
CAST = (IN_DEBT, FREELANCER, COUPLE, STUDENT, SAVER)


async def join(db: Db, person: Person) -> UUID:
    """Bring somebody of the cast into the database, onboarding behind them."""
    return await factories.person(
        db,
        name=person.name,
        tension_type=person.tension,
        secondary_tension_type=person.secondary,
        tension_confidence=0.84,
        tension_confidence_label="high",
        emotional_why=person.emotional_why,
        life_context=list(person.life_context),
        tone=person.tone,
        depth=person.depth,
        learning_style=person.learning_style,
        onboarding_step=OnboardingStep.HOME,
        onboarding_completed_at=factories.MONDAY_MORNING,
    )
