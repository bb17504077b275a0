from __future__ import annotations

import pytest

from coaching.rules.recap import LONGEST_LINE, Left, first_line, recap

SAID = (
    "There is a drawer in the hallway with my letters in it.",
    "I think it is not the money, it is being found out.",
    "Thanks, good night.",
)


def test_a_closing_is_plain_and_quotes_nothing_that_was_not_saved() -> None:
    left = recap(SAID, after_danger=False)
    assert "“" not in left.note
    assert left.note.startswith("We talked about letters.")
    assert left.note.endswith(
        "Next time we can pick up where we left off, or talk about something else."
    )


def test_debt_is_named_first_and_a_mortgage_is_no_home() -> None:
    said = ("my partner Dani", "my partner found it", "11k on three cards", "and our mortgage", "x")
    note = recap(said, after_danger=False).note
    assert note.startswith("We talked about debt and your partner.")
    assert recap(("our mortgage is up", *"abcd"), after_danger=False).one_line.endswith("mortgage")
    spanish = ("mi pareja no sabe nada", "mi pareja y mi hipoteca", "debo once mil", "sí", "ya")
    note = recap(spanish, after_danger=False, language="es").note
    assert note.startswith("Hablamos de las deudas y tu pareja.")


def test_a_short_hello_ends_without_a_quote() -> None:
    left = recap(("Hi", "ok", "bye"), after_danger=False)
    assert "“" not in left.note
    assert left.one_line == "A short conversation"


def test_after_danger_nothing_is_quoted_named_or_asked() -> None:
    left = recap(("I do not want to be here any more.",), Left(kept="One look"), after_danger=True)
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


def test_what_was_saved_is_quoted_whole() -> None:
    left = Left(kept="I could leave the cart for ten minutes")
    note = recap(("my arms are heavy", "i could leave the cart"), left, after_danger=False).note
    assert "I’ve saved this for you: “I could leave the cart for ten minutes”." in note
    assert "heavy" not in note


def test_a_loss_is_met_without_what_was_bought() -> None:
    said = ("my mum died last february", "i bought two blankets at four", "i miss her")
    note = recap(said, after_danger=False).note
    assert note.startswith("Thanks for telling me about your loss.")
    assert "blankets" not in note


def test_a_loss_is_the_title_only_if_it_came_up_twice_or_in_a_short_talk() -> None:
    lost = "my mum died last february"
    paid = ("i paid for a funeral in Kumasi", "my daughter wants shoes", "i said no", "x", "y")
    assert recap((lost, "thanks"), after_danger=False).one_line == "About someone you miss"
    assert recap((lost, "i miss her", *"abc"), after_danger=False).one_line.endswith("you miss")
    assert recap(paid, after_danger=False).one_line == "A conversation"


def test_the_title_of_a_session_is_what_it_was_about_and_nobody_s_words() -> None:
    said = ("he called me tight lol", "my brother again", "my brother and my mum", "ok", "bye")
    assert recap(said, after_danger=False).one_line == "About your brother and your mother"
    assert recap(("he called me tight", *"abcd"), after_danger=False).one_line == "A conversation"


def test_a_written_note_is_told_by_its_first_sentence() -> None:
    assert first_line("You came with a drawer. You leave with a key.") == "You came with a drawer."
    assert first_line("“He called me tight.” You waited a night.") == "You waited a night."
    assert first_line("You said “he called me tight” again. You waited.") == "You waited."
    assert first_line("He said 'you are tight' again. I'm not sure it's over.").startswith("I'm")
    assert first_line("You brought “tight”.") == ""
    assert len(first_line("word " * 100)) <= LONGEST_LINE
    assert first_line("") == ""
