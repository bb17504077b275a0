from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.content import load_onboarding
from coaching.errors import Conflict, InvalidInput
from coaching.models import Job, SafetyEvent, TensionSource
from coaching.services import onboarding
from coaching.values.enums import Depth, LearningStyle, OnboardingStep, SafetyLevel, Tension
from tests.support import factories
from tests.support.onboarding_walk import WHY, Walk

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


@pytest.fixture
async def walk(db: Db, clock: FrozenClock) -> Walk:
    return Walk(db, await factories.person(db), clock)


@pytest.fixture
async def walk_on_sqlite(sqlite_db: Db, clock: FrozenClock) -> Walk:
    return Walk(sqlite_db, await factories.person(sqlite_db), clock)


async def test_a_reload_goes_on_at_the_next_question(walk: Walk) -> None:
    await walk.do(onboarding.begin)
    await walk.answer("q1", "q1_avoid")
    await walk.answer("q2")

    async with walk.db.unit(walk.owner) as s:
        person = await onboarding.where(s, walk.owner)
    assert (person.onboarding_step, person.onboarding_position) == (OnboardingStep.QUESTIONS, 2)
    assert person.onboarding_answers == {"q1": "q1_avoid"}


async def test_going_back_keeps_the_answers_and_a_second_one_replaces_the_first(
    walk: Walk,
) -> None:
    await walk.do(onboarding.begin)
    await walk.answer("q1", "q1_avoid")

    back = await walk.do(onboarding.step_back)
    again = await walk.answer("q1", "q1_grip")

    assert back.onboarding_position == 0
    assert again.onboarding_answers == {"q1": "q1_grip"}


async def test_the_first_screen_stays_when_somebody_goes_back(walk: Walk) -> None:
    await walk.do(onboarding.begin)

    person = await walk.do(onboarding.step_back)

    assert (person.onboarding_step, person.onboarding_position) == (OnboardingStep.QUESTIONS, 0)


async def test_the_last_question_leads_to_the_tension(walk: Walk) -> None:
    person = await walk.answer_all(context=["ctx_partner"])

    assert person.onboarding_step is OnboardingStep.PATTERN
    assert (person.tension_type, person.secondary_tension_type) == (Tension.AVOID, Tension.NUMB)
    assert (person.tension_confidence, person.tension_confidence_label) == (0.84, "high")
    assert person.tension_source is TensionSource.SCORED
    assert person.hypothesis_rules == ["h01_look_away_to_stay_quiet", "h12_silence_with_partner"]
    assert person.hypothesis.startswith("Looking away may be a family rule")


async def test_the_why_is_kept_word_for_word(walk: Walk) -> None:
    person = await walk.answer_all()

    assert person.emotional_why == WHY.strip()


async def test_skipping_everything_still_arrives(walk: Walk) -> None:
    await walk.do(onboarding.begin)
    for question in load_onboarding().questions:
        await walk.answer(question.id)

    async with walk.db.unit(walk.owner) as s:
        person = await onboarding.where(s, walk.owner)
    assert person.onboarding_step is OnboardingStep.PATTERN
    assert person.tension_type is None
    assert len(person.tension_candidates) == 7


@pytest.mark.parametrize(
    ("question", "chosen", "field"),
    [
        ("q1", ["q2_avoid"], "q1"),
        ("q1", ["nonsense"], "q1"),
        ("q10", ["x"], "question"),
        ("q8", ["ctx_debt", "ctx_work", "ctx_loss", "ctx_partner"], "context"),
        ("q8", ["ctx_nothing"], "q8"),
    ],
)
async def test_an_answer_that_does_not_exist_is_refused_by_name(
    walk_on_sqlite: Walk, question: str, chosen: list[str], field: str
) -> None:
    with pytest.raises(InvalidInput) as refusal:
        await walk_on_sqlite.answer(question, *chosen)

    assert list(refusal.value.fields) == [field]


async def test_a_why_of_more_than_600_characters_is_refused(walk_on_sqlite: Walk) -> None:
    with pytest.raises(InvalidInput, match="601 characters"):
        await walk_on_sqlite.answer("q9", why="a" * 601)


async def test_fits_keeps_what_was_scored(walk: Walk) -> None:
    await walk.answer_all()

    person = (await walk.do(onboarding.decide, "fits")).row

    assert (person.tension_type, person.tension_source) == (Tension.AVOID, TensionSource.SCORED)
    assert person.onboarding_step is OnboardingStep.STYLE_INTRO


async def test_a_different_one_overrides_the_scoring(walk: Walk) -> None:
    await walk.answer_all()

    person = (await walk.do(onboarding.decide, "different", tension=Tension.GIVE)).row

    assert (person.tension_type, person.tension_source) == (Tension.GIVE, TensionSource.USER)
    assert person.secondary_tension_type is Tension.AVOID
    assert person.tension_confidence == 0.84


async def test_a_different_one_has_to_be_named(walk_on_sqlite: Walk) -> None:
    await walk_on_sqlite.answer_all()

    with pytest.raises(InvalidInput) as refusal:
        await walk_on_sqlite.do(onboarding.decide, "different")

    assert list(refusal.value.fields) == ["tension"]


async def test_what_does_not_fit_is_kept_and_screened(walk: Walk) -> None:
    await walk.answer_all()

    kept = await walk.do(onboarding.decide, "partly", note="I feel hopeless about it all")

    assert kept.row.onboarding_answers[onboarding.PATTERN_NOTE] == "I feel hopeless about it all"
    assert kept.safety.level is SafetyLevel.CONCERN
    assert [event.source for event in await walk.rows(SafetyEvent)] == ["pattern_note"]


async def test_the_quiz_sets_the_style_and_the_dial_wins(walk: Walk) -> None:
    await walk.answer_all()
    await walk.do(onboarding.decide, "fits")
    await walk.do(onboarding.begin_style)
    for question, option in {"s1": "s1_d", "s2": "s2_d", "s3": "s3_a", "s4": "s4_b"}.items():
        await walk.do(onboarding.answer_style, question, option)
    await walk.do(onboarding.set_dial, 4.5)

    person = await walk.do(onboarding.finish)

    assert (person.tone, person.depth, person.learning_style) == (
        4.5, Depth.LIGHT, LearningStyle.STORY,
    )  # fmt: skip
    assert person.onboarding_step is OnboardingStep.HOME
    assert person.onboarding_completed_at == walk.clock.now()


@pytest.mark.both_databases
async def test_two_taps_on_the_last_button_ask_for_one_briefing(walk: Walk) -> None:
    await walk.answer_all()
    await walk.do(onboarding.decide, "fits")
    await walk.do(onboarding.begin_style)

    await walk.do(onboarding.finish)
    await walk.do(onboarding.finish)

    (job,) = await walk.rows(Job)
    assert (job.kind, job.payload["trigger"], job.payload["boundary"]) == (
        "strategist", "onboarding", "onboarding",
    )  # fmt: skip


async def test_finishing_before_the_questions_is_refused(walk: Walk) -> None:
    with pytest.raises(Conflict):
        await walk.do(onboarding.finish)

    assert await walk.rows(Job) == []
