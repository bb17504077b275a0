from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coaching import evals
from coaching.content import (
    ALL_TENSIONS,
    as_guess,
    hypotheses_for,
    identify_tension,
    load_onboarding,
    may_present_hypothesis,
)
from coaching.content.scoring import PRIORITY
from coaching.evals import onboarding
from coaching.evals.examples_file import read_rows
from coaching.values.enums import Lens, Tension

PERSONAS = Path(evals.__file__).parent / "examples" / "personas.json"
OPTIONS = {question.id: question.options for question in load_onboarding().scored}


def answer(question: str) -> st.SearchStrategy[str]:
    return st.sampled_from([option.id for option in OPTIONS[question]])


some_answers = st.fixed_dictionaries({}, optional={q: answer(q) for q in OPTIONS})
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


async def test_all_people_come_out_as_meant() -> None:
    rows = read_rows(PERSONAS, onboarding.EVAL.needs)

    found = (await onboarding.run(rows, "offline")).as_json()

    assert (found["cases"], found["passed"], found["failures"]) == (13, 13, [])


@pytest.mark.slow
@given(answers=anything | st.dictionaries(st.sampled_from(PRIORITY), anything))
def test_whatever_arrives_scoring_never_throws(answers: Any) -> None:
    result = identify_tension(answers)

    assert set(result.scores) == set(ALL_TENSIONS)


@given(answers=some_answers)
def test_the_parts_of_a_result_agree(answers: dict[str, str]) -> None:
    result = identify_tension(answers)

    assert sum(result.scores.values()) == 4 * len(result.leads)
    assert 0 <= result.confidence <= 1
    assert (result.primary is None) == (not result.leads)
    if result.primary is not None:
        assert result.scores[result.primary] == max(result.scores.values())
        assert result.candidates[0] is result.primary
        assert len(result.candidates) <= 3
        assert result.secondary is not result.primary


@given(answers=some_answers)
def test_a_second_tension_was_picked_and_weighs_enough(answers: dict[str, str]) -> None:
    result = identify_tension(answers)

    if result.secondary is not None:
        assert result.primary is not None
        points = result.scores[result.secondary]
        assert points >= 4
        assert points >= 0.25 * result.scores[result.primary]
        assert result.secondary in result.leads.values()


@given(answers=some_answers, noise=st.dictionaries(st.text(max_size=4), st.text(max_size=4)))
def test_unknown_questions_and_none_of_these_change_nothing(
    answers: dict[str, str], noise: dict[str, str]
) -> None:
    skipped = {q: f"{q}_none" for q in OPTIONS if q not in answers}
    unknown = {name: value for name, value in noise.items() if name not in OPTIONS}

    assert identify_tension(answers) == identify_tension({**unknown, **skipped, **answers})


@given(answers=some_answers, tension=st.sampled_from(Tension))
def test_the_persons_choice_overrides(answers: dict[str, str], tension: Tension) -> None:
    chosen = identify_tension(answers).chosen(tension)

    assert chosen.primary is tension
    assert chosen.secondary is not tension
    assert not chosen.needs_user_pick


@pytest.mark.parametrize(
    ("answers", "primary"),
    [
        ({"q1": "q1_worry", "q3": "q3_grip"}, "worry"),
        ({"q6": "q6_give", "q4": "q4_numb"}, "numb"),
        ({"q2": "q2_worry", "q7": "q7_give"}, "give"),
    ],
)
def test_a_tie_goes_to_what_is_done_before_what_is_believed(
    answers: dict[str, str], primary: str
) -> None:
    result = identify_tension(answers)

    assert result.primary == primary
    assert result.needs_user_pick


def test_the_figures_stay_where_they_were_balanced() -> None:
    most = dict.fromkeys(ALL_TENSIONS, 0)
    for options in OPTIONS.values():
        for tension in ALL_TENSIONS:
            most[tension] += max(option.scores.get(tension, 0) for option in options)

    assert most == {tension: 18 if tension is Tension.GIVE else 19 for tension in ALL_TENSIONS}


@given(answers=some_answers)
def test_there_is_always_a_guess_and_never_more_than_two(answers: dict[str, str]) -> None:
    choice = hypotheses_for(identify_tension(answers), ["ctx_partner"])

    assert 1 <= len(choice.candidates) <= 2
    assert all(guess.text and "{" not in guess.text for guess in choice.candidates)


@given(answers=some_answers)
def test_where_somebody_controls_the_money_no_guess_is_about_the_couple(
    answers: dict[str, str],
) -> None:
    choice = hypotheses_for(identify_tension(answers), ["ctx_partner", "ctx_controlled"])

    assert all(guess.lens != Lens.MONEY_RELATIONSHIPS for guess in choice.candidates)


def test_a_guess_cites_the_answers_it_rests_on() -> None:
    result = identify_tension({"q4": "q4_numb", "q1": "q1_worry"})

    (guess, *_) = hypotheses_for(result).candidates

    assert guess.id == "h03_numb_the_worry"
    assert guess.cites == ("q4", "q1", "q2")


def test_the_fallback_speaks_of_both_tensions() -> None:
    result = identify_tension({"q1": "q1_avoid", "q4": "q4_numb", "q5": "q5_avoid"})

    (guess,) = hypotheses_for(result).candidates

    assert guess.text == (
        "What you do with money probably protects you from a feeling that seems too big, but "
        "over time it lets small problems grow until they’re harder to fix, and there may be "
        "some Numb too."
    )


def test_a_guess_is_offered_as_one() -> None:
    assert as_guess("It may be so.") == "A first guess: It may be so. How close is that, 0 to 10?"


def test_while_basics_are_missing_a_guess_waits_for_the_second_session() -> None:
    assert not may_present_hypothesis(["ctx_urgent"], 1)
    assert may_present_hypothesis(["ctx_urgent"], 2)
    assert may_present_hypothesis(["ctx_debt"], 1)


def test_the_personas_are_the_thirteen() -> None:
    people = json.loads(PERSONAS.read_text("utf-8"))["onboarding_personas"]

    assert len({person["id"] for person in people}) == 13
