"""What a message means: by the examples that are nearest, and nothing where none is near."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from coaching.offline.replies import meanings
from coaching.offline.replies.intents import ORDER
from coaching.offline.replies.patterns import group
from coaching.offline.replies.texts import classes, moods, names
from coaching.text.sentence_vectors import vectors
from scripts.learn_meanings import classes as learned
from scripts.learn_meanings import digest, examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def test_the_weights_are_those_of_the_examples() -> None:
    with resources.files("coaching.offline").joinpath("replies", meanings.FILE).open("rb") as file:
        stored: Any = np.load(file)
        assert str(stored["digest"]) == digest(), "python -m scripts.learn_meanings"
        assert set(stored["classes"]) == set(learned().values())


def test_every_example_has_a_class_that_has_an_answer() -> None:
    of = learned()
    assert {name for name, _ in examples()} == set(of)
    assert set(of.values()) <= names() | set(ORDER) | meanings.NOTHING | set(moods())
    assert set(classes()) <= set(of.values())


def test_no_example_is_there_twice_and_groups_name_classes() -> None:
    texts = [text.lower() for _, text in examples()]
    assert len(texts) == len(set(texts))
    known = set(learned().values()) | set(ORDER)
    assert group("meanings_acts") | group("intents_own") | meanings.WINS <= known


def test_what_has_no_answer_of_its_own_has_a_mood_or_none() -> None:
    assert set(moods().values()) == {"bad", "good", ""}
    assert set(moods()) | set(classes()) <= set(learned().values())


def test_weights_come_back_as_they_were_packed() -> None:
    rows = np.random.default_rng(1).integers(-1, 2, (meanings.WIDTH + meanings.FORMS, 7))
    weights = rows.astype(np.int8)
    assert (meanings.unpacked(meanings.packed(weights), 7) == weights).all()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the landlord wrote that we pay 140 more from spring", "home"),
        ("my cousin asked me to lend him money once more", "family_asks"),
        ("they sent me away after eight years at the factory", "job_loss"),
        ("me da mucha vergüenza que me vean comprando así", "shame"),
        ("I finally opened the letter and it was fine", "win"),
    ],
)
def test_other_words_for_the_same_mean_the_same(text: str, name: str) -> None:
    assert meanings.meant(text) == name


def test_what_is_denied_is_further_away_than_what_is_said() -> None:
    said, denied = (
        {one.name: one.score for one in meanings.near(f"I {do} my husband about the loan")}
        for do in ("told", "never told")
    )
    assert denied["secret"] > said["secret"]
    assert denied["told_them"] < said["told_them"]


@pytest.mark.parametrize("text", ["", "?!", "the ladder is green", "xx zz"])
def test_nothing_is_meant_where_no_example_is_near(text: str) -> None:
    assert meanings.meant(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "There is another letter and I put it in the drawer",
        "I can't face it today",
        "I nearly called them and hung up",
        "abrí la app del banco y la cerré al tiro",
    ],
)
def test_what_is_not_clearly_done_is_not_congratulated(text: str) -> None:
    assert meanings.meant(text) not in meanings.WINS


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("I can't cope with the bills and I feel awful", "bad"),
        ("estoy agotada y me da vergüenza", "bad"),
        ("I paid off the last bit of the sofa today", "good"),
        ("me siento muy aliviada, salió todo bien", "good"),
        ("the bus goes at nine", ""),
    ],
)
def test_the_mood_is_known_where_the_subject_need_not_be(text: str, mood: str) -> None:
    assert meanings.mood_of(text) == mood


def test_all_parts_of_a_message_are_encoded_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(texts: Sequence[str]) -> NDArray[np.float32]:
        asked.append(len(texts))
        return vectors(texts)

    monkeypatch.setattr(meanings, "vectors", counted)
    meanings.near("my sister called about the loan and I said I would look at it, but I did not")

    assert len(asked) == 1
    assert asked[0] > 2
