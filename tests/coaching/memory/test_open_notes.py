"""Which notes stand open on “What Toney thinks”, on labelled sentences."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest

from coaching.memory.belief import Belief
from coaching.memory.clear_items import helping
from coaching.memory.evidence import Basis, Quote
from coaching.memory.minor_notes import has_unsaid_month, is_refusal, is_trifle
from coaching.memory.open_notes import is_set_for_good, is_unwanted, one_a_turn
from coaching.memory.plain_guess import is_plain_guess, may_be_open
from coaching.memory.references import stands_alone
from coaching.memory.same_event import is_event_of, is_newer_figure, is_newer_plan, tells_same
from coaching.models import ObserverSignal

HERE = Path(__file__)
NOTES = tomllib.loads(HERE.with_name("open_notes.toml").read_text("utf-8"))
PAIRS = tomllib.loads(HERE.with_name("page_pairs.toml").read_text("utf-8"))
REPEATS = 55
"""Of 74."""
DAY = datetime(2026, 11, 20, tzinfo=UTC)


def is_kept(boundary: str, *said: str) -> bool:
    quotes = [Quote(words, DAY + timedelta(days=day)) for day, words in enumerate(said)]
    return is_set_for_good(boundary, quotes)


def is_open_guess(guess: str, *said: str) -> bool:
    quotes = [Quote(words, DAY + timedelta(minutes=place)) for place, words in enumerate(said)]
    return may_be_open(guess, quotes)


def test_no_sentence_that_makes_sense_by_itself_is_folded() -> None:
    assert [text for text in NOTES["alone"] if not stands_alone(text)] == []


def test_what_hangs_on_another_sentence_is_folded() -> None:
    assert [text for text in NOTES["leans"] if stands_alone(text)] == []
    assert [text for text in NOTES["missed"] if not stands_alone(text)] == []


def test_hardly_any_sentence_that_was_written_for_another_measure_is_folded() -> None:
    every = {shown for pairs in PAIRS.values() for shown, _ in pairs}
    folded = [text for text in sorted(every) if not stands_alone(text)]
    assert len(folded) <= len(every) / 50, folded


def test_a_boundary_that_they_set_for_good_stands_open() -> None:
    assert [pair for pair in NOTES["boundaries"]["for_good"] if not is_kept(*pair)] == []
    assert [pair for pair in NOTES["boundaries"]["folded"] if is_kept(*pair)] == []


def test_a_boundary_that_was_a_passing_remark_is_folded() -> None:
    assert [pair for pair in NOTES["boundaries"]["in_passing"] if is_kept(*pair)] == []


def test_what_they_said_no_to_on_two_days_is_a_boundary() -> None:
    said = "I'd rather not talk about my dad."
    assert is_kept("You don't talk about your dad.", said, said)
    assert not is_kept("You don't talk about your dad.", said, "My dad rang.")
    assert not is_kept("You don't talk about your dad.", said, "I'd rather not talk about my gran.")


def test_a_sentence_of_the_story_goes_if_the_memories_tell_its_event() -> None:
    story = NOTES["story"]
    assert [each for each in story["told"] if not is_event_of(each[0], each[1:])] == []
    assert [each for each in story["own"] if is_event_of(each[0], each[1:])] == []
    assert [each for each in story["missed"] if is_event_of(each[0], each[1:])] == []


def test_two_chosen_memories_that_tell_the_same_thing_are_known() -> None:
    chosen = NOTES["chosen"]
    assert [pair for pair in chosen["once"] if not tells_same(*pair)] == []
    apart = (*chosen["both"], *chosen["twice"])
    assert [pair for pair in apart if tells_same(*pair)] == []


def test_hardly_any_sentence_of_its_own_is_taken_for_the_same_thing() -> None:
    assert sum(tells_same(*pair) for pair in PAIRS["again"]) >= REPEATS
    # Here the first one was to stay, while of two chosen ones the longer one does.
    wrong = [pair for pair in PAIRS["stays"] if tells_same(*pair)]
    assert len(wrong) <= len(PAIRS["stays"]) / 20, wrong


def test_a_figure_that_a_newer_memory_has_changed_is_known() -> None:
    figures = NOTES["figures"]
    assert [pair for pair in figures["newer"] if not is_newer_figure(pair[1], pair[0])] == []
    assert [pair for pair in figures["missed"] if is_newer_figure(pair[1], pair[0])] == []
    assert [pair for pair in figures["both"] if is_newer_figure(pair[1], pair[0])] == []


def test_what_a_later_decision_settles_or_ends_is_known() -> None:
    plans, figures = NOTES["plans"], NOTES["figures"]
    assert [pair for pair in plans["ended"] if not is_newer_plan(pair[1], pair[0])] == []
    every = [*plans["both"], *figures["both"]]
    assert [pair for pair in every if is_newer_plan(pair[1], pair[0])] == []
    assert [pair for pair in plans["both"] if is_newer_figure(pair[1], pair[0])] == []


def test_only_a_guess_that_a_stranger_understands_stands_open() -> None:
    guesses = NOTES["guesses"]
    assert [text for text in guesses["plain"] if not is_plain_guess(text)] == []
    assert [text for text in guesses["cryptic"] if is_plain_guess(text)] == []


def test_a_guess_stands_open_if_it_is_what_they_half_said() -> None:
    guesses = NOTES["guesses"]
    shown, folded = (*guesses["close"], *guesses["missed"]), guesses["too_careful"]
    assert [pair for pair in shown if not is_open_guess(*pair)] == []
    assert [pair for pair in (*guesses["invented"], *folded) if is_open_guess(*pair)] == []


def test_beside_chosen_memories_what_helped_says_that_it_did_good() -> None:
    def is_open(note: str) -> bool:
        belief = Belief("helps:1", note, note, Basis.TOLD)
        return any(not found.is_aside for found in helping([belief], is_strict=True))

    helps = NOTES["helps"]
    assert [note for note in helps["says_so"] if not is_open(note)] == []
    assert [note for note in helps["retold"] if is_open(note)] == []


def test_a_subject_that_they_leave_alone_is_no_memory() -> None:
    refusals = NOTES["refusals"]
    assert [text for text in refusals["refused"] if not is_refusal(text)] == []
    every = [*refusals["told"], *NOTES["trifles"]["kept"], *NOTES["alone"]]
    assert [text for text in every if is_refusal(text)] == []


def test_an_errand_and_how_they_came_to_toney_are_trifles() -> None:
    trifles = NOTES["trifles"]
    assert [text for text in trifles["passing"] if not is_trifle(text)] == []
    every = [*trifles["kept"], *NOTES["refusals"]["told"], *NOTES["alone"]]
    assert [text for text in every if is_trifle(text)] == []


@pytest.mark.parametrize(
    ("told", "said", "is_unsaid"),
    [
        ("In October you rang the bank, and that helped.", "rang the bank at last", True),
        ("In October you rang the bank, and that helped.", "rang the bank in oct", False),
        ("You rang the bank on the 9th.", "rang the bank", False),
        ("May was hard for you.", "maybe it was hard", True),
        ("El 9 de diciembre llamaste al banco.", "me dice que llame el 9", True),
        ("El 9 de diciembre llamaste al banco.", "llamé el 9 de diciembre", False),
    ],
)
def test_a_month_is_only_told_if_they_named_it(told: str, said: str, *, is_unsaid: bool) -> None:
    assert has_unsaid_month(told, [Quote(said, DAY)]) is is_unsaid


@pytest.mark.parametrize(
    ("said", "is_said_of_the_word"),
    [
        ("please don't call it debt", True),
        ("no le digas deuda", False),
        ("I have so much debt", False),
    ],
)
def test_a_word_is_left_out_for_those_who_spoke_of_the_word(
    said: str, *, is_said_of_the_word: bool
) -> None:
    assert is_unwanted("debt", [Quote(said, DAY)]) is is_said_of_the_word


def test_of_two_notes_on_one_message_the_surer_one_is_shown() -> None:
    turn, other = UUID(int=1), UUID(int=2)
    unsure, sure, alone = (
        ObserverSignal.model_construct(turn_id=of, confidence=confidence)
        for of, confidence in ((turn, 0.7), (turn, 0.9), (other, 0.5))
    )
    assert one_a_turn([unsure, sure, alone]) == [sure, alone]
