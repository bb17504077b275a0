from __future__ import annotations

import pytest

from coaching.memory.snippets import folded, snippet, terms


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("the drawer", ("the", "drawer")),
        ("Niñez  PAGUÉ", ("ninez", "pague")),
        ('"drawer" OR NEAR(x) *', ("drawer", "or", "near", "x")),
        ("100% off_", ("100", "off")),
        ("it's", ("it", "s")),
        ("%%% ** --", ()),
        ("", ()),
        ("\x00\ud83d\ude00", ()),
        ("a" * 200, ("a" * 40,)),
        ("a b c d e f g h i j", tuple("abcdefgh")),
    ],
)
def test_words_are_what_is_looked_for(query: str, words: tuple[str, ...]) -> None:
    assert terms(query) == words


def test_each_letter_stays_one_letter() -> None:
    text = "Ça coûte €5, ﬁn, İstanbul, ß"
    assert len(folded(text)) == len(text)


def test_a_snippet_shows_the_place_and_what_stands_round_it() -> None:
    text = "Before. " * 20 + "I opened the Drawer today. " + "After. " * 20
    found = snippet(text, ("drawer",))
    assert found.hit == "Drawer"
    assert found.before.startswith("…")
    assert found.after.endswith("…")
    assert "I opened the " in found.before
    assert len(str(found)) < 140


def test_a_short_text_is_shown_whole() -> None:
    assert str(snippet("I opened the drawer.", ("draw",))) == "I opened the drawer."
    assert snippet("Pagué la cuenta", ("pague",)).hit == "Pagué"
