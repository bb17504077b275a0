"""What a message means: by the examples that are nearest, and nothing where none is near."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
import pytest

from coaching.offline.replies import meanings
from coaching.offline.replies.intents import ORDER
from coaching.offline.replies.patterns import group, read
from coaching.offline.replies.texts import names, subjects
from coaching.text.sentence_vectors import vectors
from scripts.learn_meanings import digest, examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def test_the_weights_are_those_of_the_examples() -> None:
    with resources.files("coaching.offline").joinpath("replies", meanings.FILE).open("rb") as file:
        stored = np.load(file)
        assert str(stored["digest"]) == digest(), "python -m scripts.learn_meanings"


def test_every_example_means_something_that_has_an_answer() -> None:
    known = names() | set(ORDER) | meanings.NOTHING
    assert {name for name, _ in examples()} <= known
    assert set(subjects()) <= {name for name, _ in examples()}


def test_no_example_is_there_twice_and_groups_name_examples() -> None:
    texts = [text.lower() for _, text in examples()]
    assert len(texts) == len(set(texts))
    known = {name for name, _ in examples()}
    assert group("meanings_acts") | group("intents_own") | meanings.WINS <= known | set(ORDER) | {
        "half_other"
    }


def test_every_area_names_subjects_and_answers_that_there_are() -> None:
    topics = [topic for row in read("areas.toml").values() for topic in row["topics"].split()]
    assert len(topics) == len(set(topics))
    assert set(topics) <= names() | set(ORDER)


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


@pytest.mark.parametrize(
    "text",
    [
        "There is another letter and I put it in the drawer",
        "I can't face it today",
        "abrí la app del banco y la cerré al tiro",
    ],
)
def test_what_is_not_clearly_done_is_not_congratulated(text: str) -> None:
    assert meanings.meant(text) not in meanings.WINS


def test_a_name_is_meant_where_only_its_kin_is_nearly_as_likely() -> None:
    text = "my firm has us all on shorter weeks from spring"
    assert meanings.near(text)[0].score < meanings.ENOUGH
    assert meanings.meant(text) == "hours_cut"


def test_all_parts_of_a_message_are_encoded_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(texts: Sequence[str]) -> NDArray[np.float32]:
        asked.append(len(texts))
        return vectors(texts)

    monkeypatch.setattr(meanings, "vectors", counted)
    meanings.near("my sister called about the loan and I said I would look at it, but I did not")

    assert len(asked) == 1
    assert asked[0] > 2
