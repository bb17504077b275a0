"""A false alarm stops a conversation: what the app itself says about money is no crisis."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from coaching.safety import screen
from coaching.safety.sentence_model import dangers
from coaching.values.enums import SafetyLevel
from scripts.weigh_safety import is_learned

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[3] / "coaching" / "content" / "data"
OWN_TEXTS = ("tensions", "onboarding", "offers", "knowledge", "practices")
LONGEST, MOST_FALSE_ALARMS = 60, 0.005
"""Words of a text; a few of the texts for the coach do name a danger."""
SHORT = "running ready relief delete door settle picture far wake awake work paid help tired Sunday"


@pytest.mark.slow
def test_our_own_texts_raise_no_alarm_nor_do_those_that_no_weight_was_learned_from() -> None:
    texts = [text for name in OWN_TEXTS for text in _texts(json.loads(_read(name)))]
    new = [text for text in texts if not is_learned(text)]
    meanings = zip(texts, dangers(texts), strict=True)
    levels = {text: screen(text, meaning=meaning).level for text, meaning in meanings}
    alarms = [text for text in texts if levels[text] is SafetyLevel.CRISIS]
    new_alarms = [text for text in alarms if not is_learned(text)]

    assert len(texts) > 1000
    assert len(new) > 500
    assert len(alarms) <= MOST_FALSE_ALARMS * len(texts), alarms[:20]
    assert len(new_alarms) <= 2 * MOST_FALSE_ALARMS * len(new), new_alarms[:20]


@pytest.mark.parametrize("word", SHORT.split())
def test_one_everyday_word_is_no_crisis(word: str) -> None:
    assert screen(word).level is SafetyLevel.NONE


def _read(name: str) -> str:
    return (DATA / f"{name}.json").read_text("utf-8")


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str) and 2 < len(data.split()) < LONGEST:
        yield data
    children = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    for child in children:
        yield from _texts(child)


@pytest.mark.parametrize(
    "text",
    [
        "got the redundancy letter today",
        "I took voluntary redundancy, is it taxed?",
        "we put the redundancy into the mortgage",
        "I've got eight months' redundancy and a plan for a dog grooming van",
    ],
)
def test_who_lost_their_job_is_not_in_debt(text: str) -> None:
    assert screen(text).level is SafetyLevel.NONE


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("redundancy hit me and I owe 9k on cards", "acute_debt"),
        ("since the redundancy I can't pay the mortgage", "acute_debt"),
        ("can't cover the rent after my redundancy", "acute_debt"),
        ("I haven't left the house since the redundancy", "suicidality"),
        ("bandages cost a lot and I did it again", "self_harm"),
    ],
)
def test_what_came_with_a_lost_job_is_still_a_concern(text: str, category: str) -> None:
    verdict = screen(text)
    assert (verdict.level, verdict.category) == (SafetyLevel.CONCERN, category)


@pytest.mark.parametrize(
    "text",
    ["she has thrown out all my old receipts", "I've gone and thrown out his slip of paper"],
)
def test_who_has_thrown_something_out_is_not_in_debt(text: str) -> None:
    assert screen(text).level is SafetyLevel.NONE


@pytest.mark.parametrize(
    "text",
    [
        "we're being thrown out on Friday",
        "got thrown out the flat",
        "thrown out of our home",
    ],
)
def test_who_is_thrown_out_is_offered_help_with_the_basics(text: str) -> None:
    assert screen(text).category == "acute_debt"


def test_a_letter_from_a_solicitor_is_about_debts_only_if_it_says_so() -> None:
    will = "There's a letter from the solicitor about my uncle's will in the drawer"
    owed = "got a letter from a solicitor about what I owe the builder"

    assert screen(will).level is SafetyLevel.NONE
    assert screen(owed).category == "acute_debt"
