"""Exchanges of the specification: the meaning, the chips, and rules for every reply."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from coaching.content import shaming
from coaching.offline.replies.texts import names, wording
from coaching.text.words import words
from coaching.values.enums import Stage
from tests.coaching.offline.people import DEV, ROCIO
from tests.coaching.offline.talking import Session, last

ENGLISH = replace(DEV, person=replace(DEV.person, stage=Stage.ACTION), gap_days=None)
NEW = replace(ENGLISH, session_number=1)
SPANISH = replace(ROCIO, person=replace(ROCIO.person, stage=Stage.ACTION), gap_days=None)
MOST_WORDS = 35

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Exchange:
    said: tuple[str, ...]
    mode: str
    chips: tuple[str, ...] = ()
    session: Session = ENGLISH


EXCHANGES = [
    Exchange(("hi",), "greeting", ("I’d like to talk", "Something short"), NEW),
    Exchange(("hey, me again",), "greeting_again", ("I’d like to talk", "Exercises")),
    Exchange(
        ("I cried in the car park after my card got declined",),
        "declined",
        ("I’d like to talk", "Breathe for a minute"),
    ),
    Exchange(
        ("my husband doesn't know about the second credit card",),
        "secret",
        ("Keep talking", "Something short"),
    ),
    Exchange(
        ("I'm so ashamed of how I live, I earn well and have nothing",),
        "shame",
        ("Keep talking", "A kind word to yourself"),
    ),
    Exchange(
        ("I haven't opened the bank app since August",),
        "story",
        ("Keep talking", "Guess, then look"),
    ),
    Exchange(
        ("there's a court letter in the drawer and it says friday",),
        "deadline",
        ("Free help", "Prepare the call"),
    ),
    Exchange(
        ("what if I lose my job, I can't stop thinking about it",),
        "worry",
        ("Worry or problem?", "Keep talking"),
    ),
    Exchange(("just tell me we're going to be ok",), "reassurance", ("Worry time", "Keep talking")),
    Exchange(("about to buy these shoes, help",), "urge", ("Ride out the urge", "I’d rather talk")),
    Exchange(("I opened the letter!!",), "win", ("Save as a win", "Let me tell you")),
    Exchange(
        ("blew it again last night, 3 parcels, I'm useless",),
        "lapse",
        ("A kind word to yourself", "Rewind the evening"),
    ),
    Exchange(("not today x4 lol",), "not_done", ("Change the card", "Leave it")),
    Exchange(("it was mum's birthday yesterday, she died in feb",), "grief", ("Talk about her",)),
    Exchange(("it was mum's birthday yesterday, she died in feb", "i miss her"), "grief_on"),
    Exchange(("this is useless, you're just a script",), "anger", ("Exercises", "Stop here")),
    Exchange(("stop asking me questions",), "stop_asking"),
    Exchange(("no, that's not what I meant",), "correction"),
    Exchange(("what does APR mean?",), "facts_own", ("Free advice", "Talk about it")),
    Exchange(
        ("should I put my savings into crypto?",), "investment", ("Sleep on it", "Keep talking")
    ),
    Exchange(("are you a real person?",), "app_real", ("What can you do?", "Keep talking")),
    Exchange(("who can read this, can I delete it?",), "app_data", ("Open Your data",)),
    Exchange(
        ("got anything quick for stress?",), "practice_offer", ("Breathe for a minute", "Exercises")
    ),
    Exchange(("idk",), "short", ("Name the feeling", "Skip")),
    Exchange(("ok thanks, going to bed",), "goodbye_night"),
    Exchange(
        ("otra vez le dije que sí a mi hermano",),
        "story",
        ("Seguir hablando", "Responder después"),
        SPANISH,
    ),
    Exchange(("gracias, me voy a dormir",), "goodbye_night", (), SPANISH),
]


@pytest.mark.parametrize("exchange", EXCHANGES, ids=[one.said[-1][:40] for one in EXCHANGES])
async def test_an_exchange_means_what_the_specification_says(exchange: Exchange) -> None:
    said = await last(exchange.session, *exchange.said)
    assert said.mode == exchange.mode
    assert tuple(chip.text.split(" · ")[0] for chip in said.chips) == exchange.chips


def test_none_is_missing() -> None:
    assert len(EXCHANGES) == 27


def test_an_answer_is_short_asks_at_most_once_and_shames_nobody() -> None:
    assert [fault for name in sorted(names()) for fault in faults(name)] == []


def faults(name: str) -> Iterator[tuple[str, str]]:
    found = wording(name)
    if found.texts.keys() != {"en", "es"} or found.plain.keys() not in ({"en", "es"}, set()):
        yield name, "lacks a language"
    if len(found.chips) > 2:
        yield name, "has more than two chips"
    for language in ("en", "es"):
        for text in (*found.texts[language], *found.plain.get(language, ())):
            if len(words(text)) > MOST_WORDS:
                yield name, f"is long: {text}"
            if text.count("?") > 1:
                yield name, f"asks twice: {text}"
            if shaming(text, None, language=language):
                yield name, f"shames: {text}"


def test_only_what_is_saved_or_asked_for_is_quoted() -> None:
    quoting = {name for name in names() if "“{" in wording(name).said("en")}
    assert quoting == {"card_kept", "win_kept", "goal_step", "goal_plan", "recalled"}
