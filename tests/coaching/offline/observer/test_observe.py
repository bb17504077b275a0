from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.offline.observer.observe import LONGEST_CONTENT, observe
from coaching.safety import screen
from coaching.text.words import words
from coaching.values.context import ObserverContext
from coaching.values.enums import SafetyLevel, SignalType

if TYPE_CHECKING:
    from coaching.values.observation import Observation

FELT = "What was that like?"


def seen(user: str, before: str = FELT) -> Observation:
    return observe(ObserverContext(before, user, "I'm here.", safety=screen(user)))


def types(observation: Observation) -> set[SignalType]:
    return {signal.signal_type for signal in observation.signals}


@pytest.mark.parametrize(
    "user", ["yes please", "Three. Current, savings and one with Ben", "ok thanks, see you", "hi!"]
)
def test_most_exchanges_show_nothing(user: str) -> None:
    assert seen(user, "Shall I keep it?").signals == []


@pytest.mark.parametrize("user", ["yes please keep it", "call it the boiler sentence", "no thanks"])
def test_an_answer_to_an_offer_is_no_way_out(user: str) -> None:
    offer = "You said a sentence worth keeping: “I'm scared she'd manage without me”. Shall I?"
    assert seen(user, offer).signals == []


def test_a_practice_is_told_from_news() -> None:
    asked = "How did the ten-minute pause go?"
    assert types(seen("forgot all about it", asked)) == {SignalType.PRACTICE_CHECKIN}
    assert types(seen("they let me go this morning", asked)) >= {SignalType.TOPIC_SHIFT}


def test_a_number_that_was_asked_for_is_no_way_out_whatever_stands_beside_it() -> None:
    asked = "A first guess: it may be about rest. How close is it, 0 to 10?"
    assert types(seen("maybe a 6. the feeling thing", asked)) == set()


def test_what_somebody_else_feels_is_not_their_feeling() -> None:
    assert (
        types(seen("she was angry eleven minutes, then she sent me a recipe", "And then?")) == set()
    )


def test_words_that_are_about_the_card_in_front_report_on_it() -> None:
    told = ObserverContext(
        "Good to see you.", "opened one envelope, kettle on", "Mm.", focus_card_title="One envelope"
    )
    assert types(observe(told)) == {SignalType.PRACTICE_CHECKIN}


@pytest.mark.parametrize(
    "user",
    [
        "I told my sister I can't this month",
        "we sent back two of the five boxes",
        "Abrí la carta con el café",
        "so I asked for the money back",
    ],
)
def test_a_first_step_told_by_the_way_is_a_report(user: str) -> None:
    observation = seen(user, "Go on from there, if you like.")
    assert types(observation) == {SignalType.PRACTICE_CHECKIN}


@pytest.mark.parametrize(
    "user",
    [
        "I could tell my sister about the loan",
        "I used to open the letters with my dad",
        "told him it was for the car",
        "She opened the letter",
    ],
)
def test_what_they_could_do_used_to_do_or_feigned_is_no_step(user: str) -> None:
    assert types(seen(user, "Go on from there, if you like.")) == set()


@pytest.mark.parametrize(
    "user", ["my ears went hot", "I danced in the hallway", "I can't stop replaying it"]
)
def test_a_feeling_shows_in_the_body_and_in_what_they_do(user: str) -> None:
    assert types(seen(user, "And then?")) == {SignalType.EMOTIONAL}


def test_a_quote_does_not_break_off() -> None:
    (signal,) = seen("it's not generosity, it's more like rent for my chair").signals
    assert signal.quote == "it's more like rent for my chair"


def test_content_is_short_in_the_third_person_and_quotes_at_most_eight_words() -> None:
    long = "I was so ashamed when the card was declined in front of her " + "and more " * 60
    (signal,) = seen(long).signals
    assert len(signal.content) <= LONGEST_CONTENT
    assert 1 <= len(words(signal.quote)) <= 8
    assert signal.quote in signal.content
    assert not signal.content.startswith(("I ", "You "))


def test_explicit_words_weigh_more_than_what_is_only_plausible() -> None:
    (said,) = seen("I'm terrified").signals
    (shown,) = seen("my mum is in hospital", "And your mum?").signals
    assert said.confidence >= 0.85 > shown.confidence >= 0.45


def test_at_most_three_signals_come_out_of_one_exchange() -> None:
    crowded = (
        "did it twice. oh, it's not the money, it's dad's voice. I'm so sad. anyway, they let me "
        "go on Friday and mum is in hospital"
    )
    assert len(seen(crowded, "How did the pause go?").signals) <= 3


@pytest.mark.parametrize(
    "user",
    [
        "he took my bank card and he reads these",
        "they let forty of us go this morning",
    ],
)
def test_danger_and_a_fact_that_makes_a_plan_harmful_are_urgent(user: str) -> None:
    observation = seen(user)
    assert observation.signals
    assert all(signal.urgency_flag for signal in observation.signals)


@pytest.mark.parametrize(
    "user",
    [
        "I'm sad about the shoes",
        "I paid the loan off, sent it yesterday",
        "my husband doesn't know about the loan, I've never told anyone",
        "I'm deleting this app, you never listen",
    ],
)
def test_what_can_wait_is_not(user: str) -> None:
    assert not any(signal.urgency_flag for signal in seen(user).signals)


def test_words_of_a_crisis_are_kept_nowhere() -> None:
    observation = seen("I don't want to be here anymore, I can't go on")
    assert observation.safety_level is SafetyLevel.CRISIS
    assert observation.signals
    assert all("here" not in signal.content and not signal.quote for signal in observation.signals)
