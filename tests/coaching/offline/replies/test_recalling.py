"""`What did I tell you about my sister?` is answered with their own sentence, or with none."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from coaching.offline.coach import reply
from coaching.values.context import MemoryView, PersonView
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.coaching.offline.talking import Session, context, last

ENGLISH, SPANISH = Session(PersonView()), Session(PersonView(language="es"))
DAY = datetime(2026, 11, 2, tzinfo=UTC)


def memory(quote: str, *, waits: bool = False) -> MemoryView:
    return MemoryView(uuid4(), "A fact", quote, "normal", DAY, waits=waits)


@pytest.mark.parametrize(
    ("session", "told", "asked", "answered"),
    [
        (
            ENGLISH,
            "We had soup. My sister lent me 300 for the boiler.",
            "what did I tell you about my sister?",
            "You told me: “We had soup. My sister lent me 300 for the boiler.”",
        ),
        (
            SPANISH,
            "Mi comadre me paga el viernes",
            "¿qué te dije de mi comadre?",
            "Me contaste: «Mi comadre me paga el viernes».",
        ),
    ],
)
async def test_their_own_sentence_of_this_session_is_said(
    session: Session, told: str, asked: str, answered: str
) -> None:
    said = await last(session, told, "and it rained", asked)
    assert said.text.startswith(answered)
    assert said.mode == "recalled"


async def test_what_is_not_found_is_said_plainly() -> None:
    said = await last(ENGLISH, "We had soup on Sunday", "do you remember my brother?")
    assert said.text.startswith("I found nothing about that")


async def test_what_was_said_in_danger_or_not_to_be_spoken_of_is_not_said_again() -> None:
    serious = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
    danger = await last(
        replace(ENGLISH, safety={0: serious}),
        "I want to kill myself over the boiler",
        "no, I'm safe",
        "what did I say about the boiler?",
    )
    declined = await last(
        ENGLISH, "I don't want to talk about the boiler", "what did I say about the boiler?"
    )
    assert danger.mode == "recalled_nothing"
    assert declined.mode == "recalled_nothing"


def test_a_memory_answers_but_none_that_waits_for_a_yes() -> None:
    asked = context(ENGLISH, "do you remember what I said about the piano?")
    kept = replace(asked, memories=(memory("They took the piano in 1998"),))
    waits = replace(asked, memories=(memory("They took the piano in 1998", waits=True),))
    assert "They took the piano in 1998" in reply(kept, tools=frozenset()).text
    assert "piano" not in reply(waits, tools=frozenset()).text
