from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from coaching.memory.plans import is_carried_out, with_open_plans
from coaching.models import CoachMemory
from coaching.values.enums import MemoryKind
from tests.support.factories import MONDAY_MORNING as NOW

FACT, PLAN = MemoryKind.FACT, MemoryKind.COMMITMENT


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ("You want to ask Priya for a raise.", "You asked your boss Priya for a raise."),
        (
            "You want to call the bank about the loan on Friday.",
            "You called the bank about the loan, and they gave you until May.",
        ),
        (
            "You'll tell Dan the number on Saturday, when he has made the coffee.",
            "You told Dan the number on Sunday, and he wasn't angry.",
        ),
        ("You're going to cancel the gym.", "You cancelled the gym on Monday."),
        ("You plan to sell the van in January.", "You sold the van."),
        (
            "You want to see a nurse about the clinic bill.",
            "You saw the nurse about the clinic bill.",
        ),
        ("Quieres pedirle un aumento a Rosa.", "Le pediste el aumento a tu jefa Rosa el martes."),
        ("Vas a llamar al banco por el préstamo.", "Llamaste al banco por el préstamo."),
        ("Tienes que pagar la multa del coche.", "Pagaste la multa del coche el lunes."),
        ("Piensas decirle a Ana lo de la tarjeta.", "Le dijiste a Ana lo de la tarjeta."),
    ],
)
def test_a_sentence_that_tells_the_plan_as_past_ends_it(plan: str, told: str) -> None:
    assert is_carried_out(plan, told)


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ("You want to ask Priya for a raise.", "You didn't ask Priya for a raise."),
        ("You want to ask Priya for a raise.", "You asked Priya for a day off."),
        ("You want to ask Priya for a raise.", "Your brother asked Priya for a raise."),
        ("You want to ask Priya for a raise.", "You almost asked Priya for a raise."),
        ("You want to ask Priya for a raise.", "You want to ask Priya for a raise in May."),
        ("You want to call the bank about the loan.", "You called the bank about the card."),
        ("You plan to sell the van.", "You bought the van in January."),
        ("You want to lend Ana 300.", "Ana lent you 300."),
        ("You pay 30 a month for the van.", "You paid 30 for the van."),
        ("You want to pay.", "You paid."),
        ("Quieres pedirle un aumento a Rosa.", "Rosa te pidió un aumento."),
        ("Vas a llamar al banco por el préstamo.", "No llamaste al banco por el préstamo."),
        ("Vas a llamar al banco por el préstamo.", "Casi llamaste al banco por el préstamo."),
    ],
)
def test_what_did_not_happen_or_is_something_else_ends_no_plan(plan: str, told: str) -> None:
    assert not is_carried_out(plan, told)


def memory(content: str, kind: MemoryKind = FACT, **more: Any) -> CoachMemory:
    columns: dict[str, Any] = {"created_at": NOW, "updated_at": NOW, **more}
    return CoachMemory(user_id=uuid4(), content=content, quote=content, kind=kind, **columns)


def told(found: list[CoachMemory]) -> str:
    return " ".join(each.content for each in found)


def test_open_plans_take_the_last_places_of_what_is_no_plan() -> None:
    facts = [memory("a"), memory("b"), memory("c")]
    plans = [memory("done", PLAN, done_at=NOW), memory("see Ana", PLAN)]
    assert told(with_open_plans([*facts, *plans], 3)) == "a b see Ana"
    assert told(with_open_plans([*facts, *plans], 5)) == "a b c done see Ana"


def test_pinned_memories_and_plans_before_them_keep_their_places() -> None:
    found = [memory("pay Dan", PLAN), memory("a"), memory("pinned", is_pinned=True)]
    assert told(with_open_plans([*found, memory("see Ana", PLAN)], 3)) == "pay Dan pinned see Ana"
    pinned = [memory("pinned", is_pinned=True)]
    assert told(with_open_plans([*pinned, memory("see Ana", PLAN)], 1)) == "pinned"
