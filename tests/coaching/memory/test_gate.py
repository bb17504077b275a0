from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest

from coaching.memory.gate import HALF_A_YEAR, MOST, admitted, done, judged
from coaching.memory.gate_types import Admission, Heard, Known, Refusal
from coaching.values.enums import Certainty, Importance, MemoryKind, SafetyLevel
from coaching.values.observation import DoneCandidate, MemoryCandidate
from tests.support.remembering import candidate

TODAY = date(2026, 1, 12)
NOW = datetime(2026, 1, 12, 9, tzinfo=UTC)
BAKERY = "I work at the bakery and Dee rings on payday."


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
        (" ".join(["work"] * 61), Refusal.NO_QUOTE),
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


def test_what_happened_ends_after_half_a_year_and_a_plan_two_weeks_after_its_day() -> None:
    said = "I lost my job in March and I'll call the bank on Friday."
    event = candidate("Lost the job in March", "I lost my job in March", kind="life_event")
    late = event.model_copy(update={"expires": "2036-01-01"})
    plan = candidate("Calls the bank on Friday", "I'll call the bank", kind="commitment")
    plan = plan.model_copy(update={"expires": "2026-01-16"})
    assert one(event, heard(said)).expires_at == NOW + HALF_A_YEAR
    assert one(late, heard(said)).expires_at == NOW + HALF_A_YEAR
    assert one(plan, heard(said)).expires_at == datetime(2026, 1, 31, tzinfo=UTC)
    decision = plan.model_copy(update={"kind": MemoryKind.DECISION})
    assert one(decision, heard(said)).expires_at is None
    assert one(WORKS, heard()).expires_at is None
    assert one(WORKS.model_copy(update={"expires": "soon"}), heard()).expires_at is None


def test_what_follows_only_is_never_of_the_highest_importance() -> None:
    found = one(WORKS.model_copy(update={"source": "inferred"}), heard())
    assert (found.source, found.importance) == ("inferred", Importance.MEDIUM)


def test_a_known_one_lives_on_and_one_that_is_denied_is_replaced() -> None:
    same = Known(UUID(int=1), MemoryKind.FACT, "Has a job at the bakery")
    assert one(WORKS, heard(known=[same])).repeats == same.id
    paid = Known(UUID(int=2), MemoryKind.FACT, "Gets paid on the 25th")
    newer = candidate("You get paid on the 1st", "I get paid on the 1st")
    assert one(newer, heard("I get paid on the 1st", known=[paid])).supersedes == ()
    named = newer.model_copy(update={"supersedes": "m1"})
    given = heard("I get paid on the 1st", known=[paid], offered=[paid.id])
    assert one(named, given).supersedes == (paid.id,)
    denied = candidate("You don't work at the bakery any more", "I don't work at the bakery")
    given = heard("I don't work at the bakery.", known=[same])
    assert one(denied, given).supersedes == (same.id,)


def test_one_message_may_make_several_memories_untrue() -> None:
    plan = Known(UUID(int=1), MemoryKind.FACT, "You fix up the duplex yourself")
    price = Known(UUID(int=2), MemoryKind.FACT, "The duplex in Riverview costs 310,000")
    sister = Known(UUID(int=3), MemoryKind.FACT, "Her sister has a birthday in May")
    off = candidate("The duplex is off.", "the duplex is off", supersedes="m1, m2, m3")
    known = [plan, price, sister]
    given = heard("So the duplex is off.", known=known, offered=[each.id for each in known])
    assert one(off, given).supersedes == (plan.id, price.id)


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


DAN = Known(UUID(int=7), MemoryKind.FACT, "Your partner is called Dan.")
PLAN = Known(
    UUID(int=8), MemoryKind.COMMITMENT, "You want to tell Dan the number on Saturday.", is_open=True
)


def test_a_known_name_may_be_put_for_he_and_an_unknown_one_may_not() -> None:
    told = candidate("You told Dan about the money.", "i told him about the money")
    said = "so i told him about the money lol and i feel ok"
    assert judged([told], heard(said)) == [Refusal.NOT_GROUNDED]
    assert one(told, heard(said, known=[DAN])).certainty is Certainty.SAID
    assert one(told, heard(said, context=["dan is my partner"])).content == told.content


@pytest.mark.parametrize(
    ("message", "content", "quote"),
    [
        ("mortgage appts 9th feb", "Your appointment is on 9 February.", "appts 9th feb"),
        (
            "gonna ring them tmrw",
            "You'll ring them on Tuesday, 13 January.",
            "gonna ring them tmrw",
        ),
        ("owe her like 4k still", "You still owe her £4,000.", "owe her like 4k"),
        ("we have two kids btw", "You have 2 kids.", "we have two kids"),
    ],
)
def test_short_forms_days_and_numbers_are_understood(
    message: str, content: str, quote: str
) -> None:
    assert one(candidate(content, quote), heard(message)).content == content


@pytest.mark.parametrize(
    ("message", "content", "quote"),
    [
        (
            "maybe i'll ring the bank on friday",
            "You may ring the bank on Friday.",
            "ring the bank on",
        ),
        (
            "i want to tell her before easter",
            "You want to tell her before Easter.",
            "want to tell her",
        ),
        (
            "i've decided to marry my overdraft lol",
            "You'll marry your overdraft.",
            "marry my overdraft",
        ),
    ],
)
def test_a_guess_an_open_plan_and_a_joke_are_kept_as_unsure_and_weigh_less(
    message: str, content: str, quote: str
) -> None:
    found = one(candidate(content, quote, kind="commitment"), heard(message))
    assert (found.certainty, found.importance) == (Certainty.UNSURE, Importance.MEDIUM)


def test_a_lol_in_a_longer_message_is_punctuation() -> None:
    said = "got made redundant friday lol so rent is gonna be fun"
    found = candidate("You were made redundant on Friday.", "got made redundant friday")
    assert one(found, heard(said)).certainty is Certainty.SAID


def test_a_commitment_carries_its_day_from_the_proposal_or_from_the_words() -> None:
    said = "ill ring the landlord thurs about the boiler"
    plan = candidate("You'll ring the landlord on Thursday.", "ring the landlord thurs")
    plan = plan.model_copy(update={"kind": MemoryKind.COMMITMENT})
    assert one(plan, heard(said)).due_on == date(2026, 1, 15)
    later = plan.model_copy(update={"expires": "2026-01-22"})
    assert one(later, heard(said)).due_on == date(2026, 1, 22)
    over = plan.model_copy(update={"expires": "2026-01-02"})
    assert judged([over], heard(said)) == [Refusal.OVER]


def test_a_plan_that_was_done_is_told_beside_the_plan() -> None:
    said = "so i did it. told him the number on saturday like i said"
    told = candidate(
        "You told Dan the number on Saturday.", "told him the number", kind="life_event"
    )
    found = one(told, heard(said, known=[DAN, PLAN]))
    assert (found.repeats, found.supersedes) == (None, ())


@pytest.mark.parametrize(
    ("message", "quote", "is_done"),
    [
        ("so i did it. saturday with the coffee", "so i did it", True),
        ("i told him the number!! he cried", "i told him the number", True),
        ("i didnt tell him the number", "tell him the number", False),
        ("im gonna tell him the number tonight", "tell him the number", False),
        ("what if i told him the number", "i told him the number", False),
        ("should i tell him the number?", "tell him the number", False),
        ("he went to bed", "so i did it", False),
    ],
)
def test_a_plan_is_done_when_their_own_words_say_so(
    message: str, quote: str, is_done: bool
) -> None:
    given = heard(message, known=[DAN, PLAN], offered=[DAN.id, PLAN.id])
    found = done([DoneCandidate(memory="m2", quote=quote)], given)
    assert found == ([PLAN.id] if is_done else [])


@pytest.mark.parametrize(
    "content",
    [
        "Toney asks you on Friday whether you called the bank.",
        "You want Toney to always ask about the call to the bank.",
        "Toney and you agreed that you call the bank.",
    ],
)
def test_an_accepted_plan_that_names_toney_can_be_done_like_any_other(content: str) -> None:
    plan = replace(PLAN, content=content)
    given = heard("i called the bank this morning", known=[plan], offered=[plan.id])

    assert done([DoneCandidate(memory="m1", quote="i called the bank")], given) == [plan.id]


@pytest.mark.parametrize("reference", ["m1", "m9", "none", ""])
def test_only_an_open_plan_that_was_shown_can_be_done(reference: str) -> None:
    given = heard("so i did it", known=[DAN, PLAN], offered=[DAN.id, PLAN.id])
    assert done([DoneCandidate(memory=reference, quote="so i did it")], given) == []
