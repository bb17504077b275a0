"""Long messages about everyday things: many words together weigh something by chance."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from coaching.safety import screen
from coaching.values.enums import SafetyLevel

EVERYDAY = Path(__file__).with_name("everyday.txt").read_text("utf-8").strip().split("\n\n")


@pytest.mark.parametrize("text", EVERYDAY, ids=lambda text: text[:20])
def test_a_long_everyday_message_is_none(text: str) -> None:
    assert screen(text).level is SafetyLevel.NONE


def test_what_made_up_people_say_in_four_sentences_is_none() -> None:
    world = json.loads((files("coaching.cli.world") / "texts.json").read_text("utf-8"))
    talks = [
        [said for said, _ in about["talk"]]
        for language in world.values()
        for name, about in language.items()
        if name != "names"
    ]
    long = [" ".join(said[start : start + 4]) for said in talks for start in (0, 2, 4)]
    wrong = [text for text in long if screen(text).level is not SafetyLevel.NONE]
    assert len(wrong) <= len(long) / 20, wrong


@pytest.mark.parametrize("around", EVERYDAY[:3], ids=["english", "drafts", "spanish"])
@pytest.mark.parametrize(
    "said", ["I don't want to wake up tomorrow.", "I want to kill myself.", "Me quiero morir."]
)
def test_one_clear_sentence_is_heard_in_a_long_message(around: str, said: str) -> None:
    first, rest = around.replace("\n", " ").split(". ", 1)
    assert screen(f"{first}. {said} {rest}").level is SafetyLevel.CRISIS
