from __future__ import annotations

import pytest

from coaching.offline.recap import LONGEST_LINE, first_line, recap

SAID = (
    "There is a drawer in the hallway with my letters in it.",
    "I think it is not the money, it is being found out.",
    "Thanks, good night.",
)


def test_a_closing_says_what_was_touched_what_to_take_along_and_what_will_be_there() -> None:
    left = recap(SAID, card="One look", after_danger=False)
    assert "the drawer" in left.note
    assert "“I think it is not the money, it is being found out”" in left.note
    assert "“One look” is on your home screen" in left.note


def test_the_line_to_take_along_is_the_persons_word_for_word() -> None:
    left = recap(SAID, after_danger=False)
    quote = left.note.split("“")[1].split("”")[0]
    assert any(quote in text for text in SAID)


def test_what_the_observer_heard_them_discover_comes_first() -> None:
    left = recap(SAID, found="my letters in", after_danger=False)
    assert "“There is a drawer in the hallway with my letters in it”" in left.note
    assert "“a word”" in recap(SAID, found="a word", after_danger=False).note


def test_a_short_hello_ends_without_a_quote() -> None:
    left = recap(("Hi", "ok", "bye"), after_danger=False)
    assert "“" not in left.note
    assert left.one_line == "A short conversation"


def test_after_danger_nothing_is_quoted_named_or_asked() -> None:
    left = recap(("I do not want to be here any more.",), card="One look", after_danger=True)
    assert "“" not in left.note + left.one_line
    assert "?" not in left.note
    assert "One look" not in left.note


@pytest.mark.parametrize("word", ["tomorrow", "miss", "don't forget", "streak", "should", "!"])
def test_a_closing_holds_nothing_out_and_asks_for_nothing(word: str) -> None:
    for said in (SAID, ("ok",), ("I paid one bill and felt sick.",)):
        assert word not in recap(said, after_danger=False).note


def test_what_they_asked_to_leave_alone_is_neither_named_nor_quoted() -> None:
    said = ["It was her birthday yesterday.", "I don't want to talk about the money."]

    assert "money" not in recap(said, after_danger=False).note


def test_one_line_fits_one_line() -> None:
    long = "I " + " ".join(["really"] * 12) + " want to open the letters"
    assert len(recap((long,), after_danger=False).one_line) <= LONGEST_LINE


def test_a_written_note_is_told_by_its_first_sentence() -> None:
    assert first_line("You came with a drawer. You leave with a key.") == "You came with a drawer."
    assert len(first_line("word " * 100)) <= LONGEST_LINE
    assert first_line("") == ""
