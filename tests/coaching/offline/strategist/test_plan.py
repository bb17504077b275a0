from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from coaching.agents.strategist_validation import judged
from coaching.offline.strategist.plan import plan
from coaching.rules.wording import after_colon, of_tension
from coaching.values.enums import Lens, LensStatus, SignalType, Tension, Trigger
from coaching.values.strategy import SECTIONS, StrategistOutput, headings
from tests.coaching.offline.strategist.files import (
    RUTH,
    card,
    first_run,
    later_run,
    personas,
    said,
    signal,
    win,
)

if TYPE_CHECKING:
    from coaching.values.context import StrategistContext

LOOKED = signal(SignalType.PRACTICE_CHECKIN, "I looked, I could, so I gave")
FULL = {
    "signals": (LOOKED, signal(SignalType.BREAKTHROUGH, "it felt warm, not heavy", 2)),
    "transcript": said("I said let me look first", "Pat said sure. It felt warm, not heavy"),
    "cards": (card(),),
    "wins": (win("I looked, I could, so I gave"),),
}
each_person = pytest.mark.parametrize("name", personas())


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z']+", text.lower()))


def count(text: str) -> int:
    return len(text.split())


def run(trigger: Trigger) -> StrategistContext:
    return first_run() if trigger is Trigger.ONBOARDING else later_run(trigger=trigger, **FULL)


@pytest.mark.parametrize("trigger", Trigger)
def test_each_trigger_gets_a_whole_answer(trigger: Trigger) -> None:
    out = plan(run(trigger))
    assert StrategistOutput.model_validate(out.model_dump()) == out
    assert headings(out.briefing_content) == list(SECTIONS)
    assert 80 <= count(out.briefing_content) <= 600
    assert 15 <= count(out.one_sentence) <= 30
    assert 2 <= len(out.curiosities) <= 3


@pytest.mark.parametrize("trigger", Trigger)
def test_the_same_file_gets_the_same_answer(trigger: Trigger) -> None:
    assert plan(run(trigger)) == plan(run(trigger))


@each_person
def test_everybody_gets_a_first_answer_of_the_right_size(name: str) -> None:
    out = plan(personas()[name])
    assert headings(out.briefing_content) == list(SECTIONS)
    assert 80 <= count(out.briefing_content) <= 600
    assert 15 <= count(out.one_sentence) <= 30
    assert 4 <= len(out.doors) <= 8


@each_person
def test_the_why_stands_in_the_briefing_word_for_word(name: str) -> None:
    why = personas()[name].person.emotional_why.strip().rstrip(".")
    assert why in plan(personas()[name]).briefing_content


def test_different_people_get_different_briefings() -> None:
    texts = {name: words(plan(ctx).briefing_content) for name, ctx in personas().items()}
    shared = {
        (one, other): len(texts[one] & texts[other]) / len(texts[one] | texts[other])
        for one, other in combinations(texts, 2)
    }
    assert max(shared.values()) < 0.80, max(shared, key=lambda pair: shared[pair])


def test_a_second_habit_is_named_where_there_is_one() -> None:
    protects = of_tension(Tension.AVOID)["protects"]
    assert protects in plan(first_run()).briefing_content
    assert protects not in plan(first_run(secondary_tension=None)).briefing_content


def test_the_briefing_is_prose_with_the_guess_and_their_words() -> None:
    out = plan(later_run(**FULL))
    assert not re.search(r"^\s*[-*•]", out.briefing_content, re.MULTILINE)
    assert after_colon(out.hypothesis) in out.briefing_content
    assert "candidate" in out.briefing_content
    assert "I looked, I could, so I gave" in out.briefing_content


def test_leverage_holds_strength_wish_and_obstacle() -> None:
    leverage = plan(first_run()).leverage
    assert leverage.startswith("Strength: ")
    assert RUTH.emotional_why.rstrip(".") in leverage
    assert "In between, " in leverage


def test_without_a_tension_and_a_why_it_is_still_whole() -> None:
    out = plan(first_run(tension=None, emotional_why="", hypothesis="", name=""))
    assert headings(out.briefing_content) == list(SECTIONS)
    assert 15 <= count(out.one_sentence) <= 30


@pytest.mark.parametrize(
    "why", ["I want to save 3000 and not flinch.", "Why do I always feel sick on payday?"]
)
def test_a_why_with_a_number_or_a_question_costs_nobody_the_briefing(why: str) -> None:
    context = first_run(emotional_why=why)

    assert judged(plan(context), context, may_invent=False).outcome == "done"


def test_after_something_serious_company_comes_first() -> None:
    out = plan(later_run(safety_recent=True, **FULL))
    assert out.session_strategy.startswith("Company before anything else")
    assert all(edge.status is LensStatus.NOT_READY for edge in out.growth_edges.values())


def test_intel_grows_by_what_was_said() -> None:
    lines = said("I don't want to talk about the amount", "please don't call it debt")
    intel = plan(later_run(**{**FULL, "transcript": lines})).intel
    assert intel.emotional_vocabulary.avoided_words == ["debt"]
    assert any(note.startswith("boundary") and "amount" in note for note in intel.coaching_notes)
    assert any("it felt warm, not heavy" in item for item in intel.breakthroughs)


def test_all_seven_lenses_are_there() -> None:
    assert set(plan(first_run()).growth_edges) == set(Lens)
