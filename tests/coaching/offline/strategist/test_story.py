"""The story so far is told to the person and moves with what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from coaching.offline.strategist.plan import plan
from coaching.values.context import MemoryView
from coaching.values.enums import CardKind, SignalType, Tension
from tests.coaching.offline.strategist.files import (
    EVENING,
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
    from coaching.values.strategy import StrategistOutput

FOUND = signal(SignalType.BREAKTHROUGH, "it felt warm, not heavy")
HALF = replace(
    signal(SignalType.PRACTICE_CHECKIN, "did the card thing"), content="Did half of the practice."
)
NOT = replace(signal(SignalType.PRACTICE_CHECKIN, "not today x4"), content="Did not do it.")
LOSS = MemoryView(
    UUID(int=7), "Mum died.", "my mum died last february", "high", EVENING, kind="life_event"
)
JO = MemoryView(
    UUID(int=8), "Your sister is called Jo.", "my sister Jo from the bus", "high", EVENING
)


def story(**parts: object) -> str:
    return plan(later_run(**parts)).journey_narrative


@pytest.mark.parametrize("name", personas())
def test_it_begins_with_their_reason_and_speaks_to_them(name: str) -> None:
    out = plan(personas()[name])
    assert not {"They", "they", "their"} & set(out.journey_narrative.split())
    assert 2 <= out.journey_narrative.count(". ") + 1 <= 4


def test_what_they_found_did_kept_and_lost_comes_into_it() -> None:
    kept = card(2, kind=CardKind.TRUTH, content="I can wait a day", is_focus=False)
    full = story(signals=(FOUND,), cards=(card(), kept), memories=(LOSS,), wins=(win("I waited"),))
    assert "it felt warm, not heavy" in full
    assert "my mum died last february" in full, "a story without its loss would not be true"
    assert story(memories=(JO,)).count("our sister Jo") == 1
    assert "I can wait a day" in story(cards=(kept,))


def test_a_card_that_rested_or_went_half_is_told_without_their_count() -> None:
    assert "x4" not in story(signals=(NOT,))
    assert "told me how it went" in story(signals=(HALF,))
    assert "cart" not in story(signals=(replace(HALF, quote="bought the cart anyway"),))


def test_what_happened_comes_first_and_no_sum_is_told() -> None:
    lost = signal(SignalType.TOPIC_SHIFT, "they let me go this morning", urgent=True)
    owed = signal(SignalType.TOPIC_SHIFT, "I borrowed £1,500 from my sister", urgent=True)
    assert "they let me go this morning" in story(signals=(lost,))
    assert "1,500" not in story(signals=(owed,))


def test_two_sessions_are_not_told_in_the_same_words() -> None:
    first = later_run(signals=(FOUND,))
    second = replace(first, session_number=3, wins=(win("I waited a day"),), signals=())
    second = replace(second, transcript=said("My sister called.", "My sister is kind."))
    stories = {plan(context).journey_narrative for context in (first_run(RUTH), first, second)}
    assert len(stories) == 3
    homes = {plan(context).one_sentence for context in (first_run(RUTH), first, second)}
    assert len(homes) == 3


@pytest.mark.parametrize("name", personas())
def test_a_first_story_stays_true_once_they_have_talked(name: str) -> None:
    assert "talked yet" not in plan(personas()[name]).journey_narrative


def test_home_says_what_they_talked_about_and_not_that_a_win_or_card_was_saved() -> None:
    kept = card(2, kind=CardKind.TRUTH, content="I can wait a day", is_focus=False)
    saved: dict[str, Any] = {"wins": (win("I opened the letter from the bank"),), "cards": (kept,)}
    lines = said("My debt is on my mind.", "It is all about this debt.")
    assert "talked about debt" in plan(later_run(transcript=lines, **saved)).one_sentence
    assert "You saved this" not in plan(later_run(**saved)).one_sentence


def test_a_long_reason_is_told_whole_or_not_at_all() -> None:
    why = (
        "My wife used to say I would be the richest man in the cemetery, and I should like it less"
    )
    told = plan(first_run(emotional_why=why)).journey_narrative
    assert "“My wife used to say I would be the richest man in the cemetery”" in told


def test_in_heavy_days_it_says_company_and_makes_no_new_guess() -> None:
    out = plan(later_run(safety_recent=True, signals=(FOUND,), wins=(win("I waited"),)))
    assert "not being alone" in out.journey_narrative
    assert "I waited" not in out.one_sentence


NOT_QUITE = "I do open the app, it only makes me anxious"


def told_first(**person: Any) -> str:
    return planned_first(**person).journey_narrative


def planned_first(**person: Any) -> StrategistOutput:
    answers = {**RUTH.answers, "pattern_note": NOT_QUITE}
    return plan(first_run(replace(RUTH, answers=answers, **person)))


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_not_so_about_the_guess_is_told_instead_of_the_guess(language: str) -> None:
    plainly = plan(first_run(replace(RUTH, language=language))).journey_narrative
    doubted = told_first(language=language)
    assert NOT_QUITE in doubted
    assert NOT_QUITE not in plainly
    habit = plainly.split("”. ", 1)[-1].split("». ", 1)[-1].split(". ")[0]
    assert habit not in doubted


@pytest.mark.parametrize("language", ["en", "es"])
def test_home_says_nothing_of_a_habit_that_fits_only_in_part(language: str) -> None:
    doubted = {
        planned_first(language=language, tension=tension, emotional_why="").one_sentence
        for tension in Tension
    }
    assert len(doubted) == 1


def test_who_chose_the_tension_afterwards_is_told_of_it() -> None:
    assert NOT_QUITE not in told_first(tension_source="user")
