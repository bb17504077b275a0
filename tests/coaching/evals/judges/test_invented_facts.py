"""Nothing is made up: what is nowhere before it is named, and what is known in any form passes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.evals.judges.invented_facts import invented_facts
from coaching.evals.stories.noting import Card, Noted, Remembered
from tests.support.told import BEGINS, played, said, told

MESSAGE = "my sister jo asked for 2k on Friday. i have 14 letters in the drawer, since the 3rd"


@pytest.mark.parametrize(
    ("reply", "because"),
    [
        ("Fifteen letters, then.", "the number Fifteen"),
        ("So 2,500 went to her.", "the number 2,500"),
        ("For six months it has been there.", "the number six"),
        ("And Ben, what did he say?", "“Ben” is nobody they named"),
        ("Karen asked, and you paid.", "“Karen” is nobody they named"),
        ("It began on Tuesday.", "“Tuesday” is nobody they named"),
        ("Your brother would know.", "“Your brother” was never mentioned"),
        ("What would your husband say?", "“your husband” was never mentioned"),
        ("You said “I hate opening things”.", "they never said “I hate opening things”"),
        ("Last time you cried about the garden party.", "they told nothing of"),
    ],
)
def test_what_nobody_has_said_is_invented(reply: str, because: str) -> None:
    verdict = invented_facts(told(played(said(MESSAGE, reply))))

    assert [fault.because[: len(because)] for fault in verdict.faults] == [because]


@pytest.mark.parametrize(
    "reply",
    [
        "Fourteen letters. Two thousand to your sister, on Friday.",
        "Jo asked. Jo's your sister, and it was 2,000.",
        "One letter, two minutes, one breath. How close is that, 0 to 10?",
        "What survives a bad Tuesday?",
        "Curtains. Drawers! “Letters”, Nadia.",
        "What would you say to a friend?",
        "You said “14 letters”, and then a drawer.",
        "You wrote “i have letters in the drawer”.",
        "You told me about the drawer.",
        "You could say “I don't have my figures yet”.",
        "Toney is an AI. Help is at the top, under Rewire too.",
        "«No miro», dijiste. ¿Dónde lo notas?",
    ],
)
def test_what_is_known_in_any_form_is_not(reply: str) -> None:
    exchange = said(f"{MESSAGE}. no miro", reply)

    assert [fault.because for fault in invented_facts(told(played(exchange))).faults] == []


def test_what_the_app_noted_and_the_coach_was_told_may_be_said() -> None:
    card = Card("Ten seconds", "Once I look at 5 letters.", "plan", "coach", True, 0, 0, False)
    memory = Remembered("fact", "Works with Ola.", "", "stated", "active")
    first = played(said("hi", "Hello."), noted=Noted(remembered=(memory,), cards=(card,)))
    replies = (
        said("hi", "Ola, and five letters.", shown="Samaritans: 116 123"),
        said("hm", "You can call Samaritans, 116 123. Greet Pia and Tom."),
    )
    second = played(*replies, number=2, block="Her friend is Pia.", door="Back to Tom")

    assert invented_facts(told(first, second)).faults == ()


def test_what_was_invented_once_is_named_once() -> None:
    session = replace(played(said("hi", "Ben knows."), said("hm", "That Ben.")), at=BEGINS)

    assert [fault.line for fault in invented_facts(told(session)).faults] == [1]
