from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.offline.text import words
from coaching.safety import screen
from tests.coaching.offline.people import MARA, ROCIO
from tests.coaching.offline.talking import Said, Session, answer

LATER = replace(MARA, session_number=3)
CRISES = (
    "I want to kill myself",
    "he hit me when I asked about the account",
    "I'm putting everything on it, I haven't slept in three days, god told me",
    "they said move it to the safe account within the hour, I'm doing it now",
)


async def said_in(session: Session, message: str, past: tuple[Said, ...] = ()) -> Said:
    verdict = screen(message, life_context=session.person.life_context)
    return await answer(replace(session, safety={len(past): verdict}), message, past)


@pytest.mark.parametrize("message", CRISES)
async def test_a_crisis_gets_company_and_no_coaching(message: str) -> None:
    said = await said_in(LATER, message)
    assert len(words(said.text)) <= 60
    assert said.pending is None
    assert said.kept is None
    assert "bt1" not in said.meta["template_ids"]


async def test_the_words_of_a_crisis_are_not_said_back() -> None:
    said = await said_in(LATER, "I want to kill myself")
    assert "kill" not in said.text.lower()


async def test_after_a_crisis_the_talk_stays_with_it() -> None:
    first = await said_in(LATER, "I want to kill myself")
    then = await said_in(LATER, "whatever, let's talk about the card", (first,))
    near = await said_in(LATER, "my sister is next door", (first,))
    assert then.mode.startswith("crisis")
    assert near.mode in {"crisis_person", "crisis_company"}


@pytest.mark.parametrize("message", ["there's no point anymore", "I can't do this anymore"])
async def test_hopelessness_is_asked_about_once_and_plainly(message: str) -> None:
    asked = await answer(LATER, message)
    no = await answer(LATER, "no, I mean the budget", [asked])
    maybe = await answer(LATER, "sometimes", [asked])
    assert asked.text.endswith("?")
    assert asked.mode == "concern"
    assert no.mode == "talk"
    assert maybe.mode.startswith("crisis")


async def test_somebody_controlled_is_told_a_way_out_and_offered_nothing() -> None:
    said = await answer(LATER, "he checks my phone and takes my wages")
    assert said.mode == "concern"
    assert said.pending is None


async def test_a_crisis_in_spanish_is_answered_in_spanish() -> None:
    said = await said_in(ROCIO, "me quiero matar")
    assert said.mode.startswith("crisis")
    assert {"te", "tu", "aquí", "estás"} & set(said.text.lower().replace(",", " ").split())
