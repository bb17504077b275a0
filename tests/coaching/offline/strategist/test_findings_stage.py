from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.offline.strategist.findings import stage_of
from coaching.rules.case import Case
from coaching.values.enums import SignalType, Stage
from tests.coaching.offline.strategist.files import (
    EVENING,
    RUTH,
    card,
    first_run,
    later_run,
    said,
    signal,
)

if TYPE_CHECKING:
    from coaching.values.context import StrategistContext

DID = signal(SignalType.PRACTICE_CHECKIN, "I looked first, then I gave")
SAW = signal(SignalType.BREAKTHROUGH, "it's the memory, not the money", 2)


def stage(ctx: StrategistContext) -> Stage:
    return stage_of(Case(ctx)).stage


def after(now: Stage, **parts: Any) -> Stage:
    return stage(later_run(person=replace(RUTH, stage=now), **parts))


@pytest.mark.parametrize(
    ("why", "expected"),
    [
        ("I'd like one line that says my name.", Stage.CONTEMPLATION),
        ("My sister signed me up, I don't have a problem.", Stage.PRECONTEMPLATION),
        ("Next week I'm going to open the letters.", Stage.PREPARATION),
    ],
)
def test_the_first_stage_is_read_from_the_why(why: str, expected: Stage) -> None:
    assert stage(first_run(emotional_why=why)) is expected


def test_nobody_moves_more_than_one_step_in_a_session() -> None:
    assert after(Stage.PRECONTEMPLATION, signals=(DID,)) is Stage.CONTEMPLATION
    assert after(Stage.CONTEMPLATION, signals=(DID,)) is Stage.PREPARATION
    assert after(Stage.PREPARATION, signals=(DID,)) is Stage.ACTION


def test_action_asks_for_something_that_was_done() -> None:
    plans = said("I'm going to ring her on Monday and say let me look first")
    assert after(Stage.PREPARATION, transcript=plans, signals=(SAW,)) is Stage.PREPARATION


def test_a_quiet_session_moves_nothing() -> None:
    assert after(Stage.PREPARATION, transcript=said("not much, raining here")) is Stage.PREPARATION


def test_coming_back_to_the_old_way_is_a_circle_and_not_a_fall_to_the_start() -> None:
    back = said("I'm back to square one, same old")
    assert after(Stage.ACTION, transcript=back) is Stage.RELAPSE
    assert after(Stage.CONTEMPLATION, transcript=back) is Stage.CONTEMPLATION
    assert after(Stage.RELAPSE, signals=(DID,)) is Stage.ACTION


def test_what_became_ordinary_over_eight_weeks_is_kept_up() -> None:
    old = card(created_at=EVENING - timedelta(days=70))
    habit = said("I don't even think about it any more, I look first")
    assert after(Stage.ACTION, signals=(DID,), transcript=habit, cards=(old,)) is Stage.MAINTENANCE
    assert after(Stage.ACTION, signals=(DID,), transcript=habit, cards=(card(),)) is Stage.ACTION


def test_the_stage_names_the_behaviour_it_is_about() -> None:
    found = stage_of(Case(later_run(signals=(DID,))))
    assert "I looked first, then I gave" in found.about
