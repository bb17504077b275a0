from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.safety import alarms, screen
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Callable

RULE = "I want to end my life."
BURNT = """
I lie awake over two hundred pounds, is that normal? Anyway I've let the fish fingers burn.
I shall leave it there for tonight.
"""
SCOLDED = (
    "Pues al final lo voy a poner a 18, sin medias tintas. Y no el día 1 como te dije, el día 15, "
    "que el 1 cae en fiesta de aquí y es un lío. Se lo conté a Maruja la primera, temblando, y me "
    "suelta: «nena, ya era hora». Yo pensando que se me iban todas y va y me riñe por tardar"
)


@pytest.fixture
def weighs(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return what lets every text weigh so much that the screen calls it a crisis."""
    crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")

    def patch(weight: float) -> None:
        monkeypatch.setattr(alarms, "screen", lambda _: crisis)
        monkeypatch.setattr(alarms, "weigh", lambda _: (weight, []))

    return patch


def test_what_no_rule_hears_is_by_weight_alone(weighs: Callable[[float], None]) -> None:
    weighs(0.5)

    assert alarms.is_by_weight_alone("which job did I say I was paying Aoife out of?")


def test_what_a_rule_hears_is_not(weighs: Callable[[float], None]) -> None:
    weighs(0.5)

    assert not alarms.is_by_weight_alone(RULE)


def test_what_weighs_very_much_is_as_good_as_a_rule(weighs: Callable[[float], None]) -> None:
    weighs(3.9)

    assert not alarms.is_by_weight_alone("I keep the drawer shut at night")


def test_what_weighs_very_much_and_means_no_danger_is_not(weighs: Callable[[float], None]) -> None:
    weighs(3.9)

    assert alarms.is_by_weight_alone("which job did I say I was paying Aoife out of?")


def test_what_is_no_crisis_is_no_alarm() -> None:
    assert not alarms.is_by_weight_alone("Fine. Busy. Rent's paid.")


FORGIVE = "You must forgive me if it takes a while. I put it on a card that I had taken out myself."
TIRED = "I'm so tired of being alive like this"


def test_a_concern_that_the_message_hardly_means_is_left_to_a_model() -> None:
    found = alarms.left_to_model(SafetyVerdict(SafetyLevel.CONCERN, "suicidality"), FORGIVE)

    assert found == SafetyVerdict(doubt="suicidality")


@pytest.mark.parametrize(
    ("level", "category", "text"),
    [
        (SafetyLevel.CONCERN, "acute_debt", "We're behind with the rent"),
        (SafetyLevel.CONCERN, "suicidality", TIRED),
        (SafetyLevel.NONE, "", FORGIVE),
    ],
)
def test_everything_else_stays_what_the_screen_called_it(
    level: SafetyLevel, category: str, text: str
) -> None:
    verdict = SafetyVerdict(level, category)

    assert alarms.left_to_model(verdict, text) == verdict


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("gonna do it this sunday at the table, i told myself no more", "suicidality"),
        ("Si el otro no responde, respondo yo", "substance_eating"),
        (BURNT, "self_harm"),
        ("my mother put her hand on my face and said: now you are the roof", "suicidality"),
        (SCOLDED, "suicidality"),
    ],
)
def test_a_crisis_that_nothing_hears_plainly_is_left_to_a_model(text: str, category: str) -> None:
    verdict = screen(text)

    assert (verdict.level, verdict.category) == (SafetyLevel.CRISIS, category)
    assert alarms.left_to_model(verdict, text) == SafetyVerdict(doubt=category, is_alarm=True)


@pytest.mark.parametrize(
    "text",
    [
        "I want to kill myself",
        "I'd rather not be here any more",
        "I'm going to do it tonight, I've decided",
        "i took all my pills",
        "my husband hit me again last night",
        "he said he will kill me if i leave",
    ],
)
def test_a_crisis_that_is_said_plainly_stays_one(text: str) -> None:
    verdict = screen(text)

    assert verdict.level is SafetyLevel.CRISIS
    assert alarms.left_to_model(verdict, text) == verdict


def test_a_child_in_danger_is_never_left_to_a_model() -> None:
    verdict = SafetyVerdict(SafetyLevel.CRISIS, "minor")

    assert alarms.left_to_model(verdict, FORGIVE) == verdict


def test_a_joke_that_means_no_danger_is_no_alarm_in_simple_mode() -> None:
    text = "I sorted 300 buttons by colour and want to jump out of the window haha, a bungalow"
    verdict = screen(text)

    assert verdict == SafetyVerdict(SafetyLevel.CONCERN, "suicidality")
    assert alarms.asked_about(verdict, text) == SafetyVerdict(doubt="suicidality")


@pytest.mark.parametrize(
    ("category", "text"),
    [
        ("suicidality", "I could jump off a bridge, I can't go on like this"),
        ("domestic_economic_abuse", "he takes my card and my wages haha"),
        ("acute_debt", "we are behind with the rent haha"),
    ],
)
def test_a_concern_without_a_joke_or_about_somebody_else_stays(category: str, text: str) -> None:
    verdict = SafetyVerdict(SafetyLevel.CONCERN, category)

    assert alarms.asked_about(verdict, text) == verdict
