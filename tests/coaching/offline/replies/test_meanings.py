"""What a message means: by the examples that are nearest, and nothing where none is near."""

from __future__ import annotations

from importlib import resources
from itertools import chain

import numpy as np
import pytest

from coaching.offline.replies import meanings
from coaching.offline.replies.intents import ORDER
from coaching.offline.replies.patterns import group, read
from coaching.offline.replies.texts import names, subjects
from coaching.values.context import PersonView
from tests.coaching.offline.talking import Session, last


def test_the_vectors_of_the_examples_are_current() -> None:
    with resources.files("coaching.offline").joinpath("replies", meanings.FILE).open("rb") as file:
        stored = np.load(file)
        assert str(stored["digest"]) == meanings.digest(), "python -m scripts.offline_examples"
        assert len(stored["vectors"]) == len(meanings.examples())


def test_every_example_means_something_that_has_an_answer() -> None:
    known = names() | set(ORDER) | meanings.NOTHING
    assert {name for name, _ in meanings.examples()} <= known
    assert set(subjects()) <= {name for name, _ in meanings.examples()}


def test_no_example_is_there_twice_and_groups_name_examples() -> None:
    texts = [text.lower() for text in chain(*read("examples.toml").values())]
    assert len(texts) == len(set(texts))
    assert group("meanings_acts") | group("intents_own") <= set(read("examples.toml"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the landlord wrote that we pay 140 more from spring", "rent_rise"),
        ("my cousin wants a loan from me once more", "said_yes"),
        ("they sent me away after eight years at the factory", "job_loss"),
        ("me da mucha pena tener que pedirle plata a mi hija", "shame"),
        ("de madrugada termino comprando en el celular", "late_scroll"),
    ],
)
def test_other_words_for_the_same_mean_the_same(text: str, name: str) -> None:
    assert meanings.meant(text) == name


def test_what_is_denied_is_further_away_than_what_is_said() -> None:
    said, denied = (
        meanings.near(f"I {do} my husband about the loan") for do in ("told", "never told")
    )
    assert said[0].name == "told_them"
    assert denied[0].name == "secret"


def test_the_strongest_sentence_of_a_message_counts() -> None:
    told = "We had soup. Then the phone rang. I lost my job. It rained all day."
    assert meanings.meant(told) == "job_loss"


@pytest.mark.parametrize("text", ["", "?!", "the ladder is green", "xx zz"])
def test_nothing_is_meant_where_no_example_is_near(text: str) -> None:
    assert meanings.meant(text) == ""


async def test_what_is_only_roughly_understood_is_said_so() -> None:
    told = "the loan man and the other one both came round on the same day"
    assert meanings.meant(told) == ""
    said = await last(Session(PersonView()), told)
    assert "it sounds like it’s about money that’s owed" in said.text
