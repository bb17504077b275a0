"""A fact from an earlier talk comes back where the message is about it, and seldom."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.agents.obeying import obeying
from coaching.offline.coach import reply
from coaching.values.context import MemoryView, PastMessage
from coaching.values.corrections import Correction
from coaching.values.enums import SafetyLevel, Verdict
from coaching.values.safety import SafetyVerdict
from tests.coaching.offline.people import MARA, ROCIO
from tests.coaching.offline.talking import EVENING, context

if TYPE_CHECKING:
    from coaching.values.context import WorkingContext
    from tests.coaching.offline.talking import Session

ANA = "Sister is called Ana."
IS_ANA = "You told me Ana is your sister."
CALLED = "Ana rang me in the kitchen about the holiday again"


def fact(content: str, *, days: int = 7, kind: str = "fact", source: str = "stated") -> MemoryView:
    at = EVENING - timedelta(days=days)
    return MemoryView(uuid4(), content, content, "medium", at, kind, source)


def turn(message: str, *memories: MemoryView, person: Session = MARA) -> WorkingContext:
    ctx = context(person, message)
    before = (
        PastMessage("user", "the kitchen was full of post", EVENING),
        PastMessage("coach", "The kitchen was full of post.", EVENING, "talk", ("ec01", "bt1")),
    )
    return replace(ctx, history=before, memories=memories, session_number=3)


def said(ctx: WorkingContext) -> str:
    return reply(ctx, tools=frozenset()).text


def test_whom_they_call_by_name_is_known_again() -> None:
    assert IS_ANA in said(turn(CALLED, fact(ANA)))


@pytest.mark.parametrize(
    ("content", "message", "told"),
    [
        ("Works at the harbour.", "the harbour office rang about my hours", "work at the harbour"),
        (
            "Is saving for my first canoe.",
            "walked past the shop with the canoe in the window",
            "are saving for your first canoe",
        ),
    ],
)
def test_what_they_do_or_save_for_comes_back_from_the_coach_s_side(
    content: str, message: str, told: str
) -> None:
    assert f"You told me you {told}." in said(turn(message, fact(content)))


def test_a_story_of_somebody_of_theirs_comes_back_when_they_come_up() -> None:
    told = fact("Dad: “used to mark my sums at the table”.")
    heard = said(turn("my dad rang in the kitchen about the car", told))
    assert "You told me your dad used to mark your sums at the table." in heard
    assert "told me" not in said(turn("my dad died in the spring", told))


def test_in_spanish_too() -> None:
    told = fact("Hermana: se llama Ana.")
    ctx = turn("Ana me llamó a la cocina por lo de las vacaciones", told, person=ROCIO)
    assert "Me contaste que Ana es tu hermana." in said(ctx)


@pytest.mark.parametrize(
    "message",
    [
        "the post came at noon and I left it in the hall",
        "my sister Ana rang me in the kitchen about the holiday",
    ],
)
def test_what_the_message_is_not_about_or_says_itself_stays(message: str) -> None:
    assert "told me" not in said(turn(message, fact(ANA)))


@pytest.mark.parametrize(
    "memory",
    [
        fact(ANA, days=0),
        fact(ANA, source="inferred"),
        fact(ANA, kind="life_event"),
        fact("Lost the job: they “let Ana go”."),
    ],
)
def test_only_a_plain_fact_they_told_on_another_day_comes_back(memory: MemoryView) -> None:
    assert "told me" not in said(turn(CALLED, memory))


def test_no_sum_comes_back() -> None:
    told = fact("Is saving for a canoe of 900 euros.")
    assert "told me" not in said(turn("the canoe stands in the window", told))


def test_it_comes_once_a_session_and_not_again_while_it_is_in_the_ear() -> None:
    ana, harbour = fact(ANA), fact("Works at the harbour.")
    first = reply(turn(CALLED, ana), tools=frozenset())
    assert first.template_ids[-1] == f"memory:{ana.id}"
    now = PastMessage("coach", first.text, EVENING, "talk", first.template_ids)
    here = turn("the harbour office rang about my hours", harbour)
    assert "told me" not in said(replace(here, history=(*here.history, now)))
    later = replace(turn(CALLED, ana), lines=(("ec01", "bt1"), first.template_ids, ("ec02",)))
    assert "told me" not in said(later)


@pytest.mark.parametrize(
    "hard",
    [
        {"safety_recent": True},
        {"after_crisis": True},
        {"last_session_urgent": True},
        {"safety": SafetyVerdict(SafetyLevel.CONCERN)},
    ],
)
def test_nothing_is_brought_back_beside_danger(hard: dict[str, object]) -> None:
    assert "told me" not in said(replace(turn(CALLED, fact(ANA)), **hard))


def test_nothing_is_brought_back_beside_grief() -> None:
    ctx = turn(CALLED, fact(ANA))
    grief = PastMessage("coach", "I'm here.", EVENING, "grief_named", ("gr1",))
    assert "told me" not in said(replace(ctx, history=(*ctx.history, grief)))


@pytest.mark.parametrize("verdict", [v for v in Verdict if v is not Verdict.TRUE])
def test_what_was_taken_back_never_returns(verdict: Verdict) -> None:
    taken_back = Correction(ANA, verdict, "Ana is my cousin" * (verdict is Verdict.DIFFERENTLY))
    ctx = replace(turn(CALLED, fact(ANA)), corrections=(taken_back,))
    assert "told me" not in said(obeying(ctx))
