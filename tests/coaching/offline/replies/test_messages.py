"""150 labelled messages: 100 that older rules were written with, 50 that are only counted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from coaching.offline.replies import forms
from coaching.offline.replies.intents import intent_of
from coaching.offline.replies.turn import turn_of
from coaching.values.context import PersonView
from tests.coaching.offline.people import DEV
from tests.coaching.offline.talking import Session, context, last

ASKS = frozenset({"help", "asks_practice"})
ENOUGH_OF_WORK, ENOUGH = 80, 31


@dataclass(frozen=True)
class Labelled:
    """A message, its language and what it may mean."""

    part: str
    language: str
    meanings: frozenset[str]
    text: str


def read(part: str) -> list[Labelled]:
    file = Path(__file__).with_name("messages.tsv")
    rows = (line.split("\t") for line in file.read_text("utf-8").splitlines())
    found = [Labelled(p, lang, frozenset(means.split(",")), text) for p, lang, means, text in rows]
    return [one for one in found if one.part == part]


async def is_understood(one: Labelled) -> bool:
    """Whoever asks for something to do is offered an exercise; others are read as they mean."""
    session = Session(PersonView(language=one.language))
    said = await last(session, one.text)
    if one.meanings >= ASKS:
        return any(chip.action in {"practice", "practices"} for chip in said.chips)
    intent = intent_of(one.text, one.language)
    form = forms.chosen(turn_of(context(session, one.text)))[0] if said.mode == "story" else ""
    found = {intent, intent.removesuffix("_unknown"), said.mode, form}
    return not one.meanings.isdisjoint(found)


async def test_a_message_is_understood() -> None:
    found = read("work")
    assert len(found) == 100
    missed = [one for one in found if not await is_understood(one)]
    assert len(missed) <= len(found) - ENOUGH_OF_WORK, missed


async def test_most_of_the_counted_messages_are_understood() -> None:
    found = [await is_understood(one) for one in read("counted")]
    assert len(found) == 50
    assert sum(found) >= ENOUGH


async def test_who_asks_for_help_with_something_is_offered_what_fits_it() -> None:
    said = await last(Session(PersonView()), "can you help me with saying no to my cousin")
    assert said.text.startswith("You could say to your cousin: “I can’t do that")
    assert [chip.action for chip in said.chips] == ["practice", "say"]


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("how long does a default stay on a credit file", "a free money adviser"),
        ("is there tax on sold clothes", "the official government site"),
    ],
)
async def test_a_question_it_cannot_know_is_answered_with_where_to_look(
    message: str, place: str
) -> None:
    said = await last(DEV, message)
    assert place in said.text
