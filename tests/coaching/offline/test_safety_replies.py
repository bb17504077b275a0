from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.safety import screen
from coaching.text.words import words
from tests.coaching.offline.people import MARA, ROCIO
from tests.coaching.offline.talking import Said, Session, answer, converse, last

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
    assert "about" not in said.meta["template_ids"]


async def test_the_words_of_a_crisis_are_not_said_back() -> None:
    said = await said_in(LATER, "I want to kill myself")
    assert "kill" not in said.text.lower()


async def test_after_a_crisis_the_talk_stays_with_it() -> None:
    serious = replace(LATER, safety={0: screen("I want to kill myself")})
    then = await last(serious, "I want to kill myself", "whatever, let's talk about the card")
    near = await last(serious, "I want to kill myself", "my sister is next door")
    assert then.mode.startswith("crisis")
    assert near.mode in {"crisis_person", "crisis_company"}


@pytest.mark.parametrize("message", ["there's no point anymore", "I can't do this anymore"])
async def test_hopelessness_is_asked_about_once_and_plainly(message: str) -> None:
    asked = await answer(LATER, message)
    no = await answer(LATER, "no, I mean the budget", [asked])
    maybe = await answer(LATER, "sometimes", [asked])
    assert asked.text.endswith("?")
    assert asked.mode == "hopeless"
    assert no.mode == "false_alarm"
    assert maybe.mode.startswith("crisis")


BESIDE_IT = ("what did you think of my list", "my boss called again", "the gas bill came too")


@pytest.mark.parametrize(
    ("session", "messages"),
    [
        (LATER, BESIDE_IT),
        (ROCIO, ("hablemos de la lista", "mi jefe llamó de nuevo", "también llegó la cuenta")),
    ],
)
async def test_a_check_that_is_answered_beside_it_is_met_once_more_and_then_they_talk(
    session: Session, messages: tuple[str, ...]
) -> None:
    hopeless = "there's no point anymore" if session is LATER else "ya no tiene sentido nada"
    _, once, *then = await converse(session, [hopeless, *messages])
    assert once.mode == "check_open"
    assert "Help now" in once.text or "Ayuda" in once.text
    assert "?" not in once.text
    assert not [said.mode for said in then if said.mode.startswith(("crisis", "check", "concern"))]


async def test_after_a_crisis_two_answers_beside_it_end_the_crisis_replies() -> None:
    session = replace(LATER, safety={0: screen("I want to kill myself")}, safety_recent=True)
    first, once, *then = await converse(session, ["I want to kill myself", *BESIDE_IT])
    assert [first.mode, once.mode] == ["crisis", "crisis_again"]
    assert "one of them can answer now" in once.text
    assert not [said.mode for said in then if said.mode.startswith("crisis")]
    assert not [said for said in then if said.pending]


@pytest.mark.parametrize("message", ["no, I'm not thinking of that", "I'm safe", "no"])
async def test_after_a_crisis_a_clear_no_is_thanked_for_and_believed(message: str) -> None:
    session = replace(LATER, safety={0: screen("I want to kill myself")})
    _, safe, then = await converse(session, ["I want to kill myself", message, BESIDE_IT[1]])
    assert safe.mode == "safe"
    assert not then.mode.startswith("crisis")


async def test_after_a_crisis_a_yes_keeps_them_with_it() -> None:
    session = replace(LATER, safety={0: screen("I want to kill myself")})
    told = ["I want to kill myself", BESIDE_IT[0], "yes I think about it", "my brother. next room"]
    *_, yes, brother = await converse(session, told)
    assert (yes.mode, brother.mode) == ("crisis_yes", "crisis_person")
    assert "glad you said it" in yes.text


async def test_somebody_controlled_is_told_a_way_out_and_offered_nothing() -> None:
    said = await answer(LATER, "he checks my phone and takes my wages")
    assert said.mode == "control"
    assert said.pending is None


async def test_a_crisis_in_spanish_is_answered_in_spanish() -> None:
    said = await said_in(ROCIO, "me quiero matar")
    assert said.mode.startswith("crisis")
    assert {"te", "tu", "aquí", "estás"} & set(said.text.lower().replace(",", " ").split())
