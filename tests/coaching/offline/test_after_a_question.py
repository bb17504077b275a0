"""What follows a question about danger: a no is taken, another subject is answered as usual."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.offline.coach import CLOSES_CHECK
from coaching.safety import screen
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.coaching.offline.people import MARA, ROCIO
from tests.coaching.offline.talking import Session, converse, last

LATER = replace(MARA, session_number=3)
UNSURE = SafetyVerdict(SafetyLevel.CONCERN, "suicidality")
BURDEN, CARGA = "I feel like a burden since I lost my job", "me siento una carga para todos"
CARE = ("crisis", "check", "concern", "hopeless", "ask_")


def unsure(session: Session, at: int = 0) -> Session:
    return replace(session, safety={at: UNSURE})


async def test_what_the_screen_is_unsure_about_is_asked_in_the_reply_itself() -> None:
    said = await last(unsure(LATER), BURDEN)

    assert "are you also thinking about not being here?" in said.text


@pytest.mark.parametrize(
    ("session", "first", "no"),
    [
        (LATER, BURDEN, "no lol"),
        (LATER, BURDEN, "nah it's just a saying"),
        (LATER, BURDEN, "haha no not literally"),
        (LATER, BURDEN, "not like that"),
        (LATER, BURDEN, "I'm fine, I meant the bill"),
        (LATER, BURDEN, "no, just tired"),
        (ROCIO, CARGA, "no jaja"),
        (ROCIO, CARGA, "no, es broma"),
        (ROCIO, CARGA, "no, solo ando cansada"),
        (ROCIO, CARGA, "es una forma de hablar"),
    ],
)
async def test_a_no_in_their_own_words_is_taken(session: Session, first: str, no: str) -> None:
    said = await last(unsure(session), first, no)

    assert said.mode == "false_alarm"


@pytest.mark.parametrize("yes", ["no but sometimes", "haha no, not yet"])
async def test_what_is_short_of_a_no_is_not_taken_for_one(yes: str) -> None:
    assert (await last(unsure(LATER), BURDEN, yes)).mode != "false_alarm"


async def test_after_a_no_it_goes_on_with_what_they_said() -> None:
    first = "I feel like a burden, my landlord put the rent up by 200"

    said = await last(unsure(LATER), first, "no")

    assert said.text.startswith("I’m glad I asked. Thanks for telling me")


async def test_after_a_no_the_same_is_not_asked_again() -> None:
    session = replace(LATER, safety={0: UNSURE, 2: UNSURE})

    _, _, again, yes = await converse(session, [BURDEN, "no", "there's no point", "yes"])

    assert "?" not in again.text
    assert not yes.mode.startswith("crisis")


@pytest.mark.parametrize(
    ("session", "messages"),
    [
        (LATER, (BURDEN, "my sister pays my half of the rent", "yes")),
        (ROCIO, (CARGA, "mi hermano paga la luz", "sí")),
    ],
)
async def test_another_subject_is_answered_and_a_yes_to_that_is_no_yes_to_danger(
    session: Session, messages: tuple[str, ...]
) -> None:
    _, other, yes = await converse(unsure(session), messages)

    assert not other.mode.startswith(CARE)
    assert other.chips[0].id == "help"
    assert other.meta[CLOSES_CHECK]
    assert other.pending is None
    assert not yes.mode.startswith(CARE)


@pytest.mark.parametrize("evasive", ["idk", "maybe"])
async def test_neither_yes_nor_no_keeps_the_question(evasive: str) -> None:
    assert (await last(unsure(LATER), BURDEN, evasive)).mode == "check_unclear"


@pytest.mark.parametrize("silent", ["...", "whatever", "why do you ask that"])
async def test_what_says_nothing_else_is_answered_with_help_now(silent: str) -> None:
    said = await last(unsure(LATER), BURDEN, silent)

    assert said.mode == "check_open"
    assert "Help now" in said.text


async def test_a_yes_is_a_crisis() -> None:
    said = await last(unsure(LATER), BURDEN, "yes sometimes")

    assert said.mode.startswith("crisis")


@pytest.mark.parametrize(
    "message",
    ["what's the point of saving", "no point in calling them", "ya no tiene sentido ahorrar"],
)
async def test_no_point_in_one_thing_is_no_hopelessness(message: str) -> None:
    assert not screen(message).category
    assert not (await last(LATER, "hi", message)).mode.startswith(CARE)


@pytest.mark.parametrize("message", ["what's the point of living", "no point in anything"])
async def test_no_point_in_living_is_asked_about(message: str) -> None:
    assert (await last(LATER, message)).mode == "hopeless"


async def test_bills_are_answered_for_what_they_say() -> None:
    bills = SafetyVerdict(SafetyLevel.CONCERN, "acute_debt")

    said = await last(replace(LATER, safety={0: bills}), "I owe the dentist 200 and my sister 50")

    assert not said.mode.startswith(CARE)
    assert said.mode != "basics"
