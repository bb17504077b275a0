from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.errors import InvalidInput
from coaching.models import Job, SafetyEvent, TensionSource
from coaching.services import onboarding, onboarding_result
from coaching.services.onboarding import Submission
from coaching.values.enums import Depth, OnboardingStep, SafetyLevel, Tension
from tests.support import factories
from tests.support.onboarding_walk import AVOIDS, WHY, Walk

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


@pytest.fixture
async def walk(db: Db, clock: FrozenClock) -> Walk:
    return Walk(db, await factories.person(db), clock)


@pytest.fixture
async def walk_on_sqlite(sqlite_db: Db, clock: FrozenClock) -> Walk:
    return Walk(sqlite_db, await factories.person(sqlite_db), clock)


@pytest.mark.both_databases
async def test_the_whole_onboarding_at_once_lands_on_home(walk: Walk) -> None:
    sent = Submission(
        answers=AVOIDS,
        context=["ctx_partner"],
        emotional_why=WHY,
        style={"s1": "s1_b", "s2": "s2_b", "s3": "s3_c", "s4": "s4_d"},
    )

    person = (await walk.do(onboarding.submit, sent)).row

    assert (person.tension_type, person.tone, person.depth) == (Tension.AVOID, 4.0, Depth.DEEP)
    assert person.onboarding_step is OnboardingStep.HOME
    assert onboarding_result.spoken_hypothesis(person) == person.hypothesis != ""


@pytest.mark.both_databases
async def test_sent_again_it_replaces_everything_and_asks_for_another_briefing(
    walk: Walk,
) -> None:
    first = Submission(
        answers=AVOIDS, style={"s1": "s1_d", "tone": 9.5}, tension=Tension.GIVE, emotional_why="one"
    )
    await walk.do(onboarding.submit, first)

    person = (await walk.do(onboarding.submit, Submission(answers={"q1": "q1_grip"}))).row

    assert (person.tension_type, person.tension_source) == (Tension.GRIP, TensionSource.SCORED)
    assert (person.tone, person.emotional_why) == (5.0, "")
    boundaries = [job.payload["boundary"] for job in await walk.rows(Job)]
    assert sorted(boundaries) == ["onboarding", "onboarding:2"]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        (Submission(answers={"q11": "q1_avoid"}), "answers.q11"),
        (Submission(answers={"q1": "q2_avoid"}), "q1"),
        (Submission(answers={}, style={"s1": "s2_a"}), "s1"),
        (Submission(answers={}, style={"tone": 11}), "tone"),
        (Submission(answers={}, emotional_why="a\x00b"), "emotionalWhy"),
    ],
)
async def test_one_wrong_part_changes_nothing(
    walk_on_sqlite: Walk, sent: Submission, field: str
) -> None:
    with pytest.raises(InvalidInput) as refusal:
        await walk_on_sqlite.do(onboarding.submit, sent)

    assert list(refusal.value.fields) == [field]
    async with walk_on_sqlite.db.unit(walk_on_sqlite.owner) as s:
        person = await onboarding.where(s, walk_on_sqlite.owner)
    assert person.onboarding_completed_at is None
    assert person.onboarding_answers == {}
    assert await walk_on_sqlite.rows(Job) == []


async def test_serious_words_in_the_why_are_noted_without_the_words(walk: Walk) -> None:
    sent = Submission(answers=AVOIDS, emotional_why="I don't want to be alive with this debt.")

    kept = await walk.do(onboarding.submit, sent)

    (event,) = await walk.rows(SafetyEvent)
    assert (kept.safety.level, event.level) == (SafetyLevel.CRISIS, SafetyLevel.CRISIS)
    assert (event.category, event.source) == ("suicidality", "emotional_why")
    assert "local_emergency" in event.shown_resources
    assert "alive" not in event.model_dump_json()


@pytest.mark.parametrize(
    ("context", "category"),
    [("ctx_urgent", "acute_debt"), ("ctx_controlled", "domestic_economic_abuse")],
)
async def test_a_hard_life_context_is_a_concern(
    walk_on_sqlite: Walk, context: str, category: str
) -> None:
    kept = await walk_on_sqlite.do(onboarding.submit, Submission(answers=AVOIDS, context=[context]))

    assert (kept.safety.level, kept.safety.category) == (SafetyLevel.CONCERN, category)
    assert kept.row.life_context == [context]


async def test_while_basics_are_missing_no_guess_is_spoken(walk: Walk) -> None:
    sent = Submission(answers=AVOIDS, context=["ctx_urgent"])

    person = (await walk.do(onboarding.submit, sent)).row

    assert person.hypothesis != ""
    assert onboarding_result.spoken_hypothesis(person) == ""


async def test_where_somebody_controls_the_money_no_couple_talk_is_guessed(walk: Walk) -> None:
    sent = Submission(answers=AVOIDS, context=["ctx_partner", "ctx_controlled"])

    person = (await walk.do(onboarding.submit, sent)).row

    assert person.hypothesis_rules == ["h01_look_away_to_stay_quiet"]


async def test_none_of_these_is_not_a_context(walk_on_sqlite: Walk) -> None:
    person = (
        await walk_on_sqlite.do(onboarding.submit, Submission(answers={}, context=["ctx_none"]))
    ).row

    assert person.life_context == []
