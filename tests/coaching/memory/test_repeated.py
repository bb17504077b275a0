"""What is left out of the page because another sentence says it: labelled pairs."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from coaching.memory.evidence import refers_back
from coaching.memory.repeated import adds_nothing
from coaching.memory.same_event import is_same_moment

Pair = tuple[str, str]
PAIRS: dict[str, list[Pair]] = {
    name: [(shown, note) for shown, note in pairs]
    for name, pairs in tomllib.loads(
        Path(__file__).with_name("page_pairs.toml").read_text("utf-8")
    ).items()
}


def left_out(pairs: list[Pair]) -> float:
    return sum(adds_nothing(note, shown) for shown, note in pairs) / len(pairs)


def test_nothing_is_left_out_that_says_something_of_its_own() -> None:
    assert [pair for pair in PAIRS["stays"] if adds_nothing(pair[1], pair[0])] == []


def test_what_is_known_to_be_left_out_wrongly_is_all_there_is() -> None:
    assert [pair for pair in PAIRS["lost"] if not adds_nothing(pair[1], pair[0])] == []
    assert len(PAIRS["lost"]) == 1


def test_most_of_what_is_said_again_is_left_out() -> None:
    assert len(PAIRS["again"]) + len(PAIRS["stays"]) >= 170
    assert left_out(PAIRS["again"]) >= 0.65


def test_a_sentence_adds_nothing_to_itself() -> None:
    every = [text for pairs in PAIRS.values() for pair in pairs for text in pair]
    assert [text for text in every if not adds_nothing(text, text)] == []


def test_texts_without_content_are_never_left_out() -> None:
    assert not adds_nothing("", "You told Dan about the loan.")
    assert not adds_nothing("And so on.", "You told Dan about the loan.")


@pytest.mark.parametrize(
    ("note", "memory", "same"),
    [
        ("You sold your trainers to help with the rent.", "You sold your trainers for 80.", True),
        ("You resent your sister at dinner.", "You resent your sister after giving money.", True),
        ("You felt ashamed when you sold your trainers.", "You sold your trainers for 80.", False),
        ("Your stomach drops when Lena says “our cushion”.", "You sold your trainers.", False),
        ("Te dio vergüenza vender la moto.", "Vendiste la moto por 800 euros.", False),
    ],
)
def test_a_note_about_a_remembered_moment_stays_if_it_names_a_feeling(
    note: str, memory: str, *, same: bool
) -> None:
    assert is_same_moment(note, [memory]) is same


@pytest.mark.parametrize(
    ("sentence", "refers"),
    [
        ("The weeks until then are what is hard.", True),
        ("Te queda ir devolviendo lo demás.", True),
        ("The campervan can wait until January.", False),
    ],
)
def test_a_sentence_that_needs_another_one_is_known(sentence: str, *, refers: bool) -> None:
    assert refers_back(sentence) is refers
