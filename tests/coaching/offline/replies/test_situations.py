"""Situations of everyday life that a reply names, and how it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from coaching.domains.practices.content import load_library
from coaching.offline.replies import situations
from coaching.offline.replies.texts import situations as rows
from coaching.text.words import words
from coaching.values.context import PersonView
from tests.coaching.offline.talking import Session, converse, last

CASES = [
    line.split("\t")
    for line in Path(__file__).with_name("situations.tsv").read_text("utf-8").splitlines()
]
MOST_WORDS = 40


@pytest.mark.parametrize(("name", "language", "text"), CASES, ids=[row[2][:50] for row in CASES])
async def test_a_situation_is_named(name: str, language: str, text: str) -> None:
    said = await last(Session(PersonView(language=language)), text)
    assert said.mode in {name, "denied"} if name == "story" else said.mode == name


def test_every_answer_is_short_asks_one_thing_and_names_real_practices() -> None:
    known = {practice.id for practice in load_library().practices}
    for name, row in rows().items():
        assert set(row.get("practice", ())) <= known, name
        for text in (row["en"], row["es"]):
            assert len(words(text)) <= MOST_WORDS, name
            assert text.count("?") <= 1, name


async def test_the_same_situation_again_is_not_answered_twice() -> None:
    said = await converse(
        Session(PersonView()),
        ("my wages are gone in a week", "always the same, the money is gone in two days"),
    )
    assert [one.mode for one in said] == ["fast_money", "again"]
    assert "It’s easy" not in said[1].text


async def test_listening_names_the_situation_and_asks_nothing() -> None:
    said = await last(Session(PersonView()), "I'd like to talk", "my sister called me stingy")
    assert said.mode == "listen"
    assert said.text.startswith("Being called that hurts")
    assert "?" not in said.text


async def test_a_fresh_loss_comes_before_the_bills() -> None:
    said = await last(Session(PersonView()), "my husband did the bills and he died in may")
    assert said.mode == "grief"


def test_a_long_message_tells_of_more_than_one_situation() -> None:
    assert list(situations.of("my wife hid a loan and she earns twice what I do")) == [
        "hidden_debt",
        "share_costs",
    ]
