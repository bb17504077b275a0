"""What a message does in a story is answered, whatever the story is about."""

from __future__ import annotations

import pytest

from coaching.offline.replies import meanings
from coaching.offline.replies.patterns import read
from coaching.templates import slots
from scripts.learn_meanings import moves
from tests.coaching.offline.people import DEV
from tests.coaching.offline.talking import converse, last

OWES = "I lent my cousin 300 and he doesn't pay me back"


def test_every_move_has_examples_and_every_kind_names_moves() -> None:
    rows = read("moves.toml")
    named = {name for name, row in rows.items() if "of" not in row}
    assert named == {name for name, _ in moves()}
    kinds = [name for row in rows.values() if "of" in row for name in row["of"].split()]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) <= named


def test_an_answer_fills_only_what_a_message_can_name() -> None:
    texts = [
        one for row in read("moves.toml").values() for lang in ("en", "es") for one in row[lang]
    ]
    assert all(slots(one) <= {"who", "number"} for one in texts)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("he is a decent bloke, just forgetful", "nice_person"),
        ("they told me monday and it's thursday now", "put_off"),
        ("my uncle tried that once and lost his van", "last_time"),
        ("if I refuse my dad won't speak to me", "fear_reaction"),
        ("mi tía dice que soy una exagerada", "they_say"),
    ],
)
def test_other_words_do_the_same(text: str, name: str) -> None:
    assert meanings.moves(text)[0].name == name


async def test_who_is_defended_is_named_and_nobody_is_blamed() -> None:
    said = await last(DEV, OWES, "my cousin is a lovely guy really")
    assert said.text.startswith("So you like your cousin")


async def test_a_no_to_a_question_about_their_life_declines_nothing() -> None:
    *_, said = await converse(DEV, [OWES, "he is a good man, just forgetful", "no"])
    assert said.text.startswith("OK, so no.")


async def test_a_correction_that_says_what_was_meant_is_taken() -> None:
    said = await last(DEV, OWES, "no I meant that he pays every month, only too late")
    assert said.text.startswith("Thanks, I’d read that wrong.")


async def test_what_was_not_told_is_no_confession() -> None:
    said = await last(DEV, OWES, "I haven't told my wife about it yet")
    assert "So you told them" not in said.text


async def test_a_proposal_of_theirs_is_taken_up() -> None:
    said = await last(DEV, OWES, "maybe I ask him for ten a week?")
    assert said.text.startswith("That could work.")
