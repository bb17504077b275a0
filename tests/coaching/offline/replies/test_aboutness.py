"""Whether a reply is about what was said: messages of many kinds, and the answers that fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from coaching.values.enums import Stage
from tests.coaching.offline.people import DEV, ROCIO
from tests.coaching.offline.talking import Session, last

ENGLISH = replace(DEV, person=replace(DEV.person, stage=Stage.ACTION), gap_days=None)
SPANISH = replace(ROCIO, person=replace(ROCIO.person, stage=Stage.ACTION), gap_days=None)
SMALL_NOTES = frozenset({"story", "told_short", "unclear"})
MOST_MISSED = 20
MOST_WRONG = 15
"""Answers to something else; the others that are missed get a sentence that fits any story."""


@dataclass(frozen=True)
class Case:
    """A conversation, and the modes that fit its last reply."""

    family: str
    session: Session
    said: tuple[str, ...]
    modes: frozenset[str]


def read() -> list[Case]:
    rows = (
        line.split("\t")
        for line in Path(__file__).with_name("aboutness.tsv").read_text("utf-8").splitlines()
    )
    sessions = {"en": ENGLISH, "es": SPANISH}
    return [
        Case(family, sessions[lang], tuple(text.split(" | ")), frozenset(modes.split("|")))
        for family, lang, text, modes in rows
    ]


CASES = read()


async def test_a_reply_is_about_what_was_said() -> None:
    wrong: list[tuple[str, Case]] = []
    for case in CASES:
        said = await last(case.session, *case.said)
        fits = case.modes | (SMALL_NOTES if "story" in case.modes else frozenset())
        wrong += [] if said.mode in fits else [(said.mode, case)]
    assert len(CASES) > 180
    assert len(wrong) <= MOST_MISSED, wrong
    assert sum(mode not in SMALL_NOTES for mode, _ in wrong) <= MOST_WRONG, wrong


async def test_a_card_is_made_of_what_the_coach_suggested() -> None:
    asked = "what do I say to my sister when she asks for money"
    said = await last(ENGLISH, "I bought a lamp for the hall", asked, "make that a card")
    assert said.kept is not None
    assert str(said.kept.input["content"]).startswith("I can't do that right now")


async def test_a_card_is_made_of_the_sentence_in_the_same_message() -> None:
    said = await last(
        ENGLISH, "I bought a lamp for the hall", "I can sleep on it first, make that a card"
    )
    assert said.kept is not None
    assert said.kept.input["content"] == "I can sleep on it first"


async def test_a_greeting_is_given_back_before_the_answer() -> None:
    said = await last(ENGLISH, "hiya love, I owe money to three people")
    assert said.text.startswith("Hi. ")
    assert "three" not in said.text


async def test_an_exercise_fits_only_where_a_situation_was_told() -> None:
    said = await last(ENGLISH, "any ideas?")
    assert "fits what you told me" not in said.text
    assert any(chip.action == "practice" for chip in said.chips)


async def test_a_win_is_offered_once_more_only_by_a_few_words_about_it() -> None:
    told = "my neighbour is painting the whole house in green this summer"
    said = await last(ENGLISH, "I opened the letter!!", told)
    assert said.pending is None
    assert all(chip.action != "keep_win" for chip in said.chips)


async def test_the_first_sentence_is_said_again_where_it_was_too_much() -> None:
    said = await last(ENGLISH, "what is an overdraft?", "can you say that simpler")
    assert said.text.startswith("Sure, the short version: An overdraft lets your account")
