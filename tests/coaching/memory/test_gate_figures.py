"""Figures, days and small words that models write into true memories."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from coaching.memory.gate import LONGEST_TEXT, judged
from coaching.memory.gate_types import Admission, Heard, Known, Refusal
from coaching.values.enums import MemoryKind
from tests.support.remembering import candidate

TODAY = date(2026, 11, 24)
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)


def judge(content: str, quote: str, message: str, known: str = "") -> Admission | Refusal:
    proposed = candidate(content, quote)
    rows = [Known(uuid4(), MemoryKind.FACT, known)] if known else []
    (judgement,) = judged([proposed], Heard(message, NOW, TODAY, known=rows))
    assert isinstance(judgement, Admission | Refusal)
    return judgement


@pytest.mark.parametrize(
    ("content", "quote"),
    [
        ("You lent your brother 900 in 2024.", "lent my brother 900 2 yrs ago"),
        ("You turned 64 in October 2026.", "I turned 64 last month"),
        ("You retired in October 2026.", "seven weeks retired"),
        ("Your pension comes on 10 December 2026.", "pension comes after 16 days"),
        ("You lost the job in 2020.", "I lost the job six years ago"),
        ("Vendiste la casa en 2023.", "vendí la casa hace tres años"),
    ],
)
def test_a_length_of_time_may_be_told_as_its_date(content: str, quote: str) -> None:
    assert isinstance(judge(content, quote, quote), Admission)


@pytest.mark.parametrize(
    ("content", "quote"),
    [
        ("You lent your brother 900 in 2019.", "lent my brother 900 2 yrs ago"),
        ("Your pension comes on 3 January 2027.", "pension comes after 16 days"),
    ],
)
def test_another_date_is_not_given(content: str, quote: str) -> None:
    assert judge(content, quote, quote) is Refusal.NOT_GROUNDED


def test_a_figure_is_corrected_though_a_small_word_was_written_in_capitals() -> None:
    message = "told you wrong. thats IT. its 31150 not 27600"
    known = "You said that's IT and you owe the tax office 27600."
    found = judge("You owe the tax office 31150, not 27600.", "its 31150 not 27600", message, known)
    assert isinstance(found, Admission)
    assert len(found.supersedes) == 1


def test_a_comma_in_a_figure_ends_no_clause() -> None:
    said = "Mixer wasn't $1,450, that was before the delivery. $1,650 all in."
    found = judge("You paid $1,650 for the mixer with the delivery.", said, said)
    assert isinstance(found, Admission)


def test_what_somebody_must_pay_is_no_order_to_the_machine() -> None:
    quote = "letter from the licence people, i must pay 55 for 3 months"
    found = judge("You have a letter that says you must pay 55 for 3 months.", quote, quote)
    assert isinstance(found, Admission)


def test_a_long_memory_ends_after_a_whole_part_of_it() -> None:
    said = "my father put his pay envelope on the table, sealed, so that my mother could open it"
    long = f"Your father put his pay envelope on the table, sealed; {'your mother opened it, ' * 9}"
    found = judge(long, said, said)
    assert isinstance(found, Admission)
    assert len(found.content) <= LONGEST_TEXT
    assert found.content.endswith("opened it.") or found.content.endswith("sealed.")


@pytest.mark.parametrize(
    ("content", "quote", "message"),
    [
        (
            "Your lithium was worth 9.4 grand on 24 November 2026.",
            "it says 9.4 grand today",
            "logged in to look at the lithium, it says 9.4 grand today",
        ),
        (
            "Your mother cut the soap in half and put one half by.",
            "My mother used to cut the soap in half and put one half by",
            "My mother used to cut the soap in half and put one half by.",
        ),
        (
            "Organizas una tanda con tus clientas.",
            "Yo organizo una tanda con mis clientas",
            "Buenas tardes, a ver si me explico. Yo organizo una tanda con mis clientas",
        ),
        (
            "You slept through the call from the bank.",
            "I slept through the call from the bank",
            "Hi sorry, I slept through the call from the bank",
        ),
    ],
)
def test_true_memories_that_were_refused_once(content: str, quote: str, message: str) -> None:
    assert isinstance(judge(content, quote, message), Admission)


@pytest.mark.parametrize(
    ("content", "quote", "message"),
    [
        ("You are a worrier.", "it says I'm a worrier", "the quiz, it says I'm a worrier"),
        ("You save half your pay.", "I used to save half my pay", "I used to save half my pay"),
        (
            "You owe two months of rent.",
            "you owe two months of rent",
            "Hi Mike, you owe two months of rent and we will act on Friday",
        ),
    ],
)
def test_what_they_resemble_is_refused(content: str, quote: str, message: str) -> None:
    assert isinstance(judge(content, quote, message), Refusal)
