from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from coaching.content import load_onboarding
from coaching.offline.strategist.plan import plan
from coaching.rules.case import Case
from coaching.rules.guess import NOTHING_YET, guess_for
from coaching.rules.verdict import Hearing
from coaching.text.similarity import said_before
from coaching.values.enums import Heard, HypothesisStatus, SignalType
from coaching.values.guesses import Findings
from tests.coaching.offline.strategist.files import (
    RUTH,
    first_run,
    held,
    later_run,
    personas,
    said,
    signal,
    talk,
)

if TYPE_CHECKING:
    from coaching.rules.guess import Guess

GUESS = "Giving may keep you close to people, and saying no may feel like being left."
ASKED = "A first guess: giving keeps people close. How close is it, 0 to 10?"


def after(answer: str) -> Guess:
    return guess_for(Case(later_run(transcript=talk(ASKED, answer))))


def test_a_guess_begins_as_a_candidate() -> None:
    guess = guess_for(Case(first_run()))
    assert (guess.status, guess.text) == (
        "candidate",
        GUESS,
    )


@pytest.mark.parametrize("answer", ["an 8", "yes, that's it", "7 maybe"])
def test_the_person_supports_it(answer: str) -> None:
    assert after(answer).status == "supported"


@pytest.mark.parametrize("answer", ["2", "no, that's not it"])
def test_a_refused_guess_goes_out(answer: str) -> None:
    guess = after(answer)
    assert guess.heard.verdict is Heard.REJECTED
    assert guess.text != GUESS


def test_a_number_in_between_leaves_it_open() -> None:
    assert after("a 5").heard.verdict is Heard.OPEN
    assert after("a 5").status is HypothesisStatus.CANDIDATE


def test_support_is_remembered_by_the_next_run() -> None:
    supported = held(GUESS, status=HypothesisStatus.SUPPORTED)
    assert guess_for(Case(later_run(hypotheses=(supported,)))).status == "supported"


OFFERED = f"You rang her twice. {GUESS} Does that fit?"


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        (OFFERED, "yes"),
        (OFFERED, "wow, exactly. i can't stand it when she goes quiet"),
        (OFFERED, "that's me"),
        (GUESS, "Spot on."),
        ("Hello.", f"Yes, {GUESS.lower()}"),
    ],
)
def test_a_plain_yes_to_the_guess_supports_it(offer: str, answer: str) -> None:
    heard = guess_for(Case(later_run(transcript=talk(offer, answer)))).heard
    assert heard == Hearing(Heard.SUPPORTED, answer)


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        (OFFERED, "maybe"),
        (OFFERED, "yes but only with my sister"),
        (OFFERED, "yeah i guess"),
        (OFFERED, "hm. anyway, the rent went up"),
        (f"{GUESS} What is the rent now?", "yes it went up"),
        (f"{GUESS} Shall we look at the rent?", "yes"),
        ("Shall we look at the rent?", "yes"),
        ("Mm.", "i give people things and they keep close and i was left with nothing"),
        (ASKED, "maybe"),
    ],
)
def test_what_is_no_plain_yes_leaves_it_open(offer: str, answer: str) -> None:
    heard = guess_for(Case(later_run(transcript=talk(offer, answer)))).heard
    assert heard.verdict is Heard.OPEN


@pytest.mark.parametrize(
    ("offer", "answer", "verdict"),
    [
        ("Una suposición: {guess} ¿Te suena?", "sí, tal cual", Heard.SUPPORTED),
        ("Una suposición: {guess} ¿Te suena?", "sí pero solo con mi hermana", Heard.OPEN),
        ("Una suposición: {guess} ¿Vemos lo de la renta?", "sí", Heard.OPEN),
        ("Es una suposición. ¿Qué tan cerca está, de 0 a 10?", "un 8", Heard.SUPPORTED),
    ],
)
def test_a_yes_in_spanish_is_heard_as_well(offer: str, answer: str, verdict: Heard) -> None:
    guess = "Dar puede acercarte a la gente, y decir que no puede sentirse como quedarte sola."
    run = later_run(
        person=replace(RUTH, language="es"),
        hypotheses=(held(guess),),
        transcript=talk("Hola.", "hola, hoy no estoy muy bien", offer.format(guess=guess), answer),
    )
    assert guess_for(Case(run)).heard.verdict is verdict


def test_words_of_it_that_come_back_are_no_support() -> None:
    used = signal(SignalType.BREAKTHROUGH, "I give so that nobody gets left, it's that simple")
    assert guess_for(Case(later_run(signals=(used,)))).heard.verdict is Heard.OPEN


def test_words_of_theirs_that_have_nothing_to_do_with_it_are_no_support() -> None:
    other = signal(SignalType.BREAKTHROUGH, "it felt warm, not heavy")
    guess = guess_for(Case(later_run(signals=(other,), transcript=said("The train was late."))))
    assert guess.heard.verdict is Heard.OPEN


def test_a_guess_that_they_deny_in_its_own_words_is_refused() -> None:
    denied = said("It's not true that giving keeps people close, nobody would have left me.")
    assert guess_for(Case(later_run(transcript=denied))).heard.verdict is Heard.REJECTED


def test_words_of_a_crisis_neither_support_nor_refuse() -> None:
    lines = talk(ASKED, "(Something serious was said here.)")
    assert guess_for(Case(later_run(transcript=lines))).heard.verdict is Heard.OPEN


@pytest.mark.parametrize("name", personas())
def test_refused_guesses_never_come_back_in_whatever_words(name: str) -> None:
    person, gone = personas()[name].person, list[str]()
    for _ in range(4):
        row = tuple(
            held(text, number, status=HypothesisStatus.RETIRED) for number, text in enumerate(gone)
        )
        guess = guess_for(Case(later_run(person=person, hypotheses=row)))
        assert not said_before(guess.text, gone)
        gone.append(guess.text or "nothing left to guess here")


def test_two_sessions_without_a_word_to_it_retire_it() -> None:
    session = Findings(closed_session_id=UUID(int=77))
    once = held(GUESS, sessions_without_support=1)
    fresh = held(GUESS)

    assert guess_for(Case(later_run(hypotheses=(fresh,), findings=session))).text == GUESS
    assert guess_for(Case(later_run(hypotheses=(once,)))).text == GUESS
    assert guess_for(Case(later_run(hypotheses=(once,), findings=session))).text != GUESS


def test_nothing_is_guessed_from_nothing() -> None:
    bare = replace(RUTH, hypothesis="", hypothesis_rules=())
    out = plan(first_run(bare))
    assert out.hypothesis == ""
    assert NOTHING_YET in out.briefing_content


def test_a_question_that_belongs_to_a_refused_guess_is_not_asked() -> None:
    person = next(c.person for c in personas().values() if len(c.person.hypothesis_rules) == 1)
    (rule,) = (r for r in load_onboarding().hypothesis.rules if r.id in person.hypothesis_rules)
    refused = held(rule.text, status=HypothesisStatus.RETIRED)
    assert rule.probe in plan(later_run(person=person)).curiosities
    assert rule.probe not in plan(later_run(person=person, hypotheses=(refused,))).curiosities
