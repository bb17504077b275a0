"""The one measure of likeness on labelled pairs: what it may not do, and how good it is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from coaching.text.similarity import Relation, coverage, relation, says_again

Pair = tuple[str, str]
PAIRS: dict[Relation, list[Pair]] = {
    Relation(name): [(one, other) for one, other in pairs]
    for name, pairs in tomllib.loads(
        Path(__file__).with_name("pairs.toml").read_text("utf-8")
    ).items()
}
HELD, OF = 2, 3


def right(pairs: list[Pair], expected: Relation) -> float:
    return sum(relation(*pair) is expected for pair in pairs) / len(pairs)


def test_the_set_is_as_large_as_it_has_to_be() -> None:
    assert sum(map(len, PAIRS.values())) >= 120
    assert set(PAIRS) == set(Relation)


@pytest.mark.parametrize("expected", Relation)
def test_pairs_are_told_apart_as_well_as_before(expected: Relation) -> None:
    assert right(PAIRS[expected], expected) >= 0.9
    assert right(PAIRS[expected][HELD::OF], expected) >= 0.9


def test_who_denies_something_does_not_say_it_again() -> None:
    again = [pair for pair in PAIRS[Relation.CONTRADICTS] if says_again(*pair)]
    assert len(again) <= len(PAIRS[Relation.CONTRADICTS]) / 10
    assert sum(says_again(*pair) for pair in PAIRS[Relation.SAME]) >= 27


def test_how_two_texts_stand_is_the_same_from_both_sides() -> None:
    everything = [pair for pairs in PAIRS.values() for pair in pairs]
    assert [pair for pair in everything if relation(*pair) is not relation(*reversed(pair))] == []


def test_texts_without_content_are_alike_to_nothing() -> None:
    assert relation("", "") is Relation.UNRELATED
    assert coverage("and so on", "You put the letters in a drawer.") == 0
    assert coverage("", "") == 0
