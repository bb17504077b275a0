"""What of a closing note may be shown: the gate reads each sentence."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from coaching.agents.closing import MOST_WORDS, fitting
from coaching.prompts import closing_prompt
from coaching.values.closing import ClosingContext
from coaching.values.context import PersonView
from coaching.values.corrections import Correction
from coaching.values.enums import Verdict
from coaching.values.transcript import TranscriptLine

AT = datetime(2026, 11, 27, 10, tzinfo=UTC)
SAID = TranscriptLine("user", "I told Dan about the loan of 300, and he asked how to help.", AT)
REPLY = TranscriptLine("coach", "You told him, and he asked. What comes next?", AT)
TALK = ClosingContext(PersonView(name="Mara", writes="en"), date(2026, 11, 27), (SAID, REPLY))
FINE = "You told Dan about the loan."


@pytest.mark.parametrize(
    "wrong",
    [
        "You owe Ana an answer.",
        "You still owe 4,500.",
        "What will you tell him next?",
        "You should tell him the rest.",
        "You were lazy about it.",
        "It stays between us.",
        "It's saved.",
        "Call 555 1234 if it gets hard.",
    ],
    ids=["a name", "a number", "a question", "a command", "shame", "secrecy", "a save", "a call"],
)
def test_a_sentence_that_toney_does_not_say_is_left_out(wrong: str) -> None:
    assert fitting(f"{FINE} {wrong}", TALK, ()) == FINE


def test_names_and_numbers_that_they_said_stay() -> None:
    note = "You told Dan about the loan of 300. On Saturday you open the letters."
    assert fitting(note, TALK, ()) == note


def test_what_was_corrected_rejected_or_said_in_danger_is_left_out() -> None:
    loan = Correction(FINE, Verdict.NOT_TRUE)
    open_it = "You learned to be good by giving."

    assert fitting(FINE, replace(TALK, corrections=(loan,)), ()) == ""
    assert fitting(f"{FINE} {open_it}", replace(TALK, refused=(open_it,)), ()) == FINE
    assert fitting(FINE, TALK, (Correction(FINE, Verdict.DONT_USE),)) == ""


def test_a_note_that_goes_on_and_on_ends_with_a_whole_sentence() -> None:
    note = " ".join([FINE] * 20)
    kept = fitting(note, TALK, ())
    assert kept == " ".join([FINE] * (MOST_WORDS // len(FINE.split())))


def test_a_note_in_another_language_than_theirs_is_not_shown() -> None:
    spanish = "Hoy le contaste a tu hermana lo del préstamo y te escuchó."
    assert fitting(spanish, TALK, ()) == ""
    assert fitting(FINE, replace(TALK, person=PersonView(writes="es")), ()) == ""


def test_the_prompt_says_the_language_and_the_form_of_address() -> None:
    person = PersonView(name="Nora", writes="es", address="usted")
    _, (message,) = closing_prompt(replace(TALK, person=person))
    assert "usted" in str(message.content)
    assert "<person>I told Dan" in str(message.content)
