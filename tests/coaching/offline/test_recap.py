from __future__ import annotations

import pytest

from coaching.offline.recap import LONGEST_LINE, LONGEST_NOTE, Left, first_line, recap
from coaching.offline.text import words

SAID = (
    "There is a drawer in the hallway with my letters in it.",
    "I think it is not the money, it is being found out.",
    "Thanks, good night.",
)


def test_a_closing_says_what_was_touched_what_to_take_along_and_what_will_be_there() -> None:
    left = recap(SAID, Left(card="One look", number=2), after_danger=False)
    assert "there is a drawer in the hallway" in left.note
    assert "“it is not the money, it is being found out”" in left.note
    assert "“One look”" in left.note
    assert len(words(left.note)) <= LONGEST_NOTE


def test_the_line_to_take_along_is_the_persons_word_for_word() -> None:
    left = recap(SAID, after_danger=False)
    assert "found" in left.note
    quote = left.note.split("“")[1].split("”")[0]
    assert any(quote in text for text in SAID)


def test_what_the_observer_heard_them_discover_comes_first() -> None:
    said = ("There is a drawer in the hallway with my letters in it.", "I felt calm about it.")
    left = recap(said, Left(found="my letters in"), after_danger=False)
    assert "“there is a drawer in the hallway with my letters in it”" in left.note
    assert "“a word”" in recap(SAID, Left(found="a word"), after_danger=False).note


def test_a_short_hello_ends_without_a_quote() -> None:
    left = recap(("Hi", "ok", "bye"), after_danger=False)
    assert "“" not in left.note
    assert left.one_line == "A short conversation"


def test_after_danger_nothing_is_quoted_named_or_asked() -> None:
    left = recap(("I do not want to be here any more.",), Left(card="One look"), after_danger=True)
    assert "“" not in left.note + left.one_line
    assert "?" not in left.note
    assert "One look" not in left.note


@pytest.mark.parametrize("word", ["tomorrow", "miss", "don't forget", "streak", "should", "!"])
def test_a_closing_holds_nothing_out_and_asks_for_nothing(word: str) -> None:
    for said in (SAID, ("ok",), ("I paid one bill and felt sick.",)):
        assert word not in recap(said, after_danger=False).note


def test_what_they_asked_to_leave_alone_is_neither_named_nor_quoted() -> None:
    said = ["My mum kept money in a tin.", "I don't want to talk about the money.", "It's late."]

    note = recap(said, after_danger=False).note
    assert "money" not in note
    assert "tin" not in note


@pytest.mark.parametrize(
    "said",
    [
        "so it didn't work",
        "did the cart thing. bought it anyway",
        "I'm so ashamed of it",
        "my husband doesn't know about the second credit card",
        "why do I always do this?",
        "I owe them 4,000 pounds by now",
    ],
)
def test_what_is_no_gift_is_given_to_nobody(said: str) -> None:
    assert "“" not in recap((said,), after_danger=False).note


def test_what_was_kept_is_what_is_taken_along() -> None:
    left = Left(kept="I could leave the cart for ten minutes", card="One look", number=2)
    note = recap(("my arms are heavy", "i could leave the cart"), left, after_danger=False).note
    assert "“I could leave the cart for ten minutes”" in note
    assert "heavy" not in note
    assert "One look" not in note


def test_a_loss_is_met_without_a_card_and_without_what_was_bought() -> None:
    said = ("my mum died last february", "i bought two blankets at four", "i miss her")
    note = recap(said, Left(card="One look", number=2), after_danger=False).note
    assert "blankets" not in note
    assert "One look" not in note
    assert "“I miss her”" in note


def test_two_sessions_in_a_row_do_not_end_in_the_same_words() -> None:
    first, second = (
        recap(SAID, Left(card="One look", number=number), after_danger=False).note.split(". ")
        for number in (1, 2)
    )
    assert not set(first) & set(second)


def test_one_line_fits_one_line() -> None:
    long = "I " + " ".join(["really"] * 12) + " want to open the letters"
    assert len(recap((long,), after_danger=False).one_line) <= LONGEST_LINE


def test_a_written_note_is_told_by_its_first_sentence() -> None:
    assert first_line("You came with a drawer. You leave with a key.") == "You came with a drawer."
    assert len(first_line("word " * 100)) <= LONGEST_LINE
    assert first_line("") == ""
