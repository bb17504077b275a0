"""The seven sections of a briefing hold what belongs there (A57a–g), whoever it is about."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from coaching.content import load_onboarding
from coaching.offline.strategist.plan import plan
from coaching.rules.wording import after_colon, copy
from coaching.text.content import content_words
from coaching.values.check_ins import CheckInView, Mood
from coaching.values.context import IntelView
from coaching.values.enums import Depth, LearningStyle, SignalType
from coaching.values.strategy import section_of
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

WHO, JOURNEY, KNOWN, FOCUS, GROWTH, STRATEGY, STYLE = range(7)
PERSONAS = personas()
each_person = pytest.mark.parametrize("name", PERSONAS)
SEEN = (
    signal(SignalType.BREAKTHROUGH, "it felt warm, not heavy"),
    signal(SignalType.EMOTIONAL, "my stomach turns when Pat calls", 2),
    signal(SignalType.PRACTICE_CHECKIN, "I looked at the list first", 3),
)
INTEL = IntelView(
    triggers=("sunday evening, the phone rings",),
    used_words=("squeezed",),
    avoided_words=("debt",),
    deflection_phrases=("anyway, how are you",),
    breakthroughs=("2026-11-20: “my name was missing”",),
    coaching_notes=("boundary: “not my mother” (2026-11-20)",),
)
RICH = later_run(
    signals=SEEN,
    intel=INTEL,
    cards=(card(times_completed=3, skips_last_week=2),),
    wins=(win("I let Pat wait a day"),),
    transcript=said("I looked at the list first"),
)


def section(number: int, context: StrategistContext = RICH) -> str:
    return section_of(plan(context).briefing_content, number)


@each_person
def test_who_they_are_has_tension_life_why_and_guess(name: str) -> None:
    context = PERSONAS[name]
    person, text = context.person, section(WHO, context)
    words = copy()["context"]
    told = [words[key]["who"] for key in person.life_context if key in words]
    if "ctx_controlled" in person.life_context:
        told = [line for line in told if line != words["ctx_partner"]["who"]]
    assert all(line in text for line in told)
    assert person.emotional_why.strip().rstrip(".") in text
    guess = plan(context).hypothesis
    assert after_colon(guess).rstrip(".") in text
    assert "candidate" in text
    if person.tension is not None:
        who = copy()["tension"][person.tension.value]["who"]
        assert who.rstrip(".") in text


@each_person
def test_the_guess_is_the_one_that_fits_their_answers(name: str) -> None:
    person = PERSONAS[name].person
    texts = {rule.id: rule.text for rule in load_onboarding().hypothesis.rules}
    fitting = [texts[rule] for rule in person.hypothesis_rules if rule in texts]
    assert plan(PERSONAS[name]).hypothesis in (fitting[:1] or [person.hypothesis])


def test_the_journey_has_what_shifted_what_is_raw_what_settles_and_the_stage() -> None:
    text = section(JOURNEY)
    assert "it felt warm, not heavy" in text
    assert "25 November" in text
    assert "my stomach turns when Pat calls" in text
    assert "I let Pat wait a day" in text
    assert copy()["stage"][plan(RICH).stage_of_change.value] in text.replace("They", "they")
    assert "I looked at the list first" in text, "the behaviour that the stage refers to"


def test_what_we_know_has_scenes_and_words() -> None:
    text = section(KNOWN)
    for known in (
        "sunday evening, the phone rings",
        "squeezed",
        "debt",
        "anyway, how are you",
        "my name was missing",
    ):
        assert f"“{known}”" in text or known in text


def test_the_focus_has_the_card_its_counts_and_whether_it_lands() -> None:
    text = section(FOCUS)
    assert "“Before, not instead”" in text
    assert "done 3 times" in text
    assert "“not today” twice this week" in text
    assert plan(RICH).focus_card_prescription.rationale.rstrip(".") in text


def test_a_new_card_is_named_where_the_old_one_stood() -> None:
    skipped = card(skips_last_week=4, times_completed=0)
    context = replace(RICH, cards=(skipped,))
    made = plan(context).focus_card_prescription.card
    assert made is not None
    assert made.title in section(FOCUS, context)
    assert skipped.title in section(FOCUS, context)


def test_growth_has_open_lenses_and_why() -> None:
    text = section(GROWTH)
    assert "financial awareness" in text.lower()
    assert copy()["lens_note"]["financial_awareness"] in text


@each_person
def test_growth_is_not_invented_on_the_first_day(name: str) -> None:
    assert section(GROWTH, PERSONAS[name]).startswith("No growth lens is active")


@each_person
def test_the_strategy_has_a_purpose_and_what_not_to_push(
    name: str,
) -> None:
    assert "Do not push" in section(STRATEGY, PERSONAS[name])


def test_the_strategy_has_their_boundary() -> None:
    assert "not my mother" in section(STRATEGY)


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("style", LearningStyle)
def test_the_style_has_tone_depth_and_learning_style(depth: Depth, style: LearningStyle) -> None:
    person = replace(RUTH, tone=3.5, depth=depth, learning_style=style)
    text = section(STYLE, first_run(person))
    assert "Tone 3.5" in text
    assert copy()["depth"][depth.value] in text
    assert copy()["learning_style"][style.value] in text


@pytest.mark.parametrize("context", [*PERSONAS.values(), RICH], ids=[*PERSONAS, "later"])
def test_it_is_a_narrative_and_names_no_diagnosis(context: StrategistContext) -> None:
    text = plan(context).briefing_content
    assert not re.search(r"^\s*(?:[-*•]|\d+[.)])\s", text, re.MULTILINE)
    assert not re.search(r"\b(?:disorder|addict\w*|patholog\w*|narciss\w*|diagnos\w*)\b", text)


def test_the_briefings_of_all_people_differ() -> None:
    words = {
        name: content_words(plan(context).briefing_content) for name, context in PERSONAS.items()
    }
    shared = {
        (one, other): len(words[one] & words[other]) / len(words[one] | words[other])
        for one, other in combinations(words, 2)
    }
    assert len(words) >= 12
    assert max(shared.values()) < 0.75, max(shared, key=lambda pair: shared[pair])


@each_person
def test_leverage_and_curiosities_are_no_orders(name: str) -> None:
    out = plan(PERSONAS[name])
    assert 2 <= len(out.curiosities) <= 3
    assert all(text.endswith("?") for text in out.curiosities)
    assert not any(re.search(r"\b(?:should|must)\b", text) for text in out.curiosities)
    assert out.leverage


def test_the_last_check_in_with_words_is_told_with_its_day_and_mood() -> None:
    at = datetime(2026, 11, 3, tzinfo=UTC)
    felt = (
        CheckInView(Mood.HEAVY, "The rent went out.", at - timedelta(days=2)),
        CheckInView(Mood.TENSE, "Two letters came.", at),
        CheckInView(Mood.LIGHT, "", at),
    )
    told = section_of(plan(later_run(check_ins=felt)).briefing_content, JOURNEY)
    assert "3 November" in told
    assert "money felt tense" in told
    assert "“Two letters came.”" in told
    assert "The rent" not in told
