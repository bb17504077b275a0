from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest

from coaching.memory.gate import HALF_A_YEAR, MOST, admitted, judged
from coaching.memory.judgement import Admission, Heard, Known, Refusal
from coaching.values.enums import Importance, MemoryKind, SafetyLevel
from coaching.values.observation import MemoryCandidate

TODAY = date(2026, 1, 12)
NOW = datetime(2026, 1, 12, 9, tzinfo=UTC)
BAKERY = "I work at the bakery and Dee rings on payday."


def candidate(content: str, quote: str, **changes: Any) -> MemoryCandidate:
    usual = {
        "kind": "fact",
        "source": "stated",
        "importance": "high",
        "expires": "none",
        "sensitive": False,
        "supersedes": "none",
    }
    return MemoryCandidate.model_validate({**usual, "content": content, "quote": quote, **changes})


def heard(message: str = BAKERY, **changes: Any) -> Heard:
    return Heard(message, NOW, TODAY, **changes)


def one(found: MemoryCandidate, given: Heard) -> Admission:
    (admission,) = admitted([found], given)
    return admission


WORKS = candidate("Works at the bakery", "i WORK  at the bakery!")


def test_the_quote_is_kept_as_it_stands_in_the_message() -> None:
    assert one(WORKS, heard()).quote == "I work at the bakery"


@pytest.mark.parametrize(
    ("quote", "why"),
    [
        ("the bakery", Refusal.NO_QUOTE),
        ("I'm there", Refusal.NO_QUOTE),
        ("I work at bakery", Refusal.NOT_SAID),
        ("bakery the at work", Refusal.NOT_SAID),
        (" ".join(["work"] * 41), Refusal.NO_QUOTE),
    ],
)
def test_a_memory_rests_on_three_words_in_a_row(quote: str, why: Refusal) -> None:
    assert judged([candidate("Works at the bakery", quote)], heard()) == [why]


@pytest.mark.parametrize("content", ["Works at the bakery in Leeds", "Works at 2 bakeries"])
def test_a_name_or_a_number_that_was_not_said_keeps_it_out(content: str) -> None:
    found = candidate(content, "I work at the bakery")
    assert judged([found], heard()) == [Refusal.NOT_GROUNDED]


def test_words_that_stood_elsewhere_are_nobody_s_memory() -> None:
    given = heard(elsewhere=["So I work at the bakery, you said"])
    assert judged([WORKS], given) == [Refusal.RESTATED]


def test_a_crisis_and_a_message_that_was_taken_back_give_nothing() -> None:
    assert judged([WORKS], heard(level=SafetyLevel.CRISIS)) == [Refusal.CRISIS]
    assert judged([WORKS], heard(is_closed=True)) == [Refusal.TAKEN_BACK]


def test_what_happened_ends_after_half_a_year_and_a_plan_after_its_day() -> None:
    said = "I lost my job in March and I'll call the bank on Friday."
    event = candidate("Lost the job in March", "I lost my job in March", kind="life_event")
    late = event.model_copy(update={"expires": "2036-01-01"})
    plan = candidate("Calls the bank on Friday", "I'll call the bank", kind="commitment")
    plan = plan.model_copy(update={"expires": "2026-01-16"})
    assert one(event, heard(said)).expires_at == NOW + HALF_A_YEAR
    assert one(late, heard(said)).expires_at == NOW + HALF_A_YEAR
    assert one(plan, heard(said)).expires_at == datetime(2026, 1, 17, tzinfo=UTC)
    assert one(WORKS, heard()).expires_at is None
    assert one(WORKS.model_copy(update={"expires": "soon"}), heard()).expires_at is None


def test_what_follows_only_is_never_of_the_highest_importance() -> None:
    found = one(WORKS.model_copy(update={"source": "inferred"}), heard())
    assert (found.source, found.importance) == ("inferred", Importance.MEDIUM)


def test_a_known_one_lives_on_and_a_changed_one_takes_its_place() -> None:
    same = Known(UUID(int=1), MemoryKind.FACT, "Has a job at the bakery")
    assert one(WORKS, heard(known=[same])).repeats == same.id
    paid = Known(UUID(int=2), MemoryKind.FACT, "Gets paid on the 25th")
    newer = candidate("Gets paid on the 1st", "I get paid on the 1st")
    assert one(newer, heard("I get paid on the 1st", known=[paid])).supersedes == (paid.id,)


def test_a_reference_replaces_only_what_it_is_about_and_not_the_person_s_own_line() -> None:
    other = Known(UUID(int=1), MemoryKind.FACT, "Daughter is called Mia")
    own = Known(
        UUID(int=2), MemoryKind.FACT, "Works nights in a bakery kitchen", is_the_person_s=True
    )
    given = heard(known=[other, own], offered=[other.id, own.id])
    for reference in ("m1", "m9", "m0", "m²", "everything", "-1"):
        found = WORKS.model_copy(update={"supersedes": reference})
        assert one(found, given).supersedes == ()
    guessed = WORKS.model_copy(update={"supersedes": "m2", "source": "inferred"})
    assert one(guessed, given).supersedes == ()


def test_of_many_the_first_few_are_kept() -> None:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    said = " ".join(f"I swim with {name} there." for name in days)
    found = [candidate(f"Swims with {name}", f"I swim with {name}") for name in days]
    judgements = judged(found, heard(said))
    assert judgements[MOST:] == [Refusal.TOO_MANY] * (len(days) - MOST)


@pytest.mark.parametrize("message", ["", "\x00", "'" * 8000, '"' * 8000, "<a" * 4000, "é" * 8000])
def test_nothing_odd_breaks_it(message: str) -> None:
    assert admitted([WORKS], heard(message)) == []
