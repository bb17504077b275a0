"""Requests not to keep what was said, and what only sounds like one."""

from __future__ import annotations

import pytest

from coaching.rules.not_kept import is_asked, means_earlier, told_beside


@pytest.mark.parametrize(
    "message",
    [
        "Don't be writing that down",
        "My brother drinks again. Please don't save that.",
        "please don't save a bunch of stuff",
        "Don’t write any of this down, ok?",
        "Dad lost the shop, but don't note that down please",
        "I don't want this saved.",
        "I don't want you to write that down",
        "Off the record: I hate my job.",
        "Keep that out of your notes",
        "Don't take notes, please",
        "Don't keep any records of this",
        "I'd rather you keep it light, and don't keep notes about me",
        "I don't want any notes on me",
        "Eso no me lo apunte, por favor",
        "No escriba nada de esto",
        "esto no me lo apuntes",
        "Mi hermano bebe otra vez. No lo guardes, por favor.",
        "No apuntes nada de esto",
        "no quiero que lo anotes",
        "Que no conste.",
        "eso no lo escribas",
    ],
)
def test_a_plain_request_is_heard(message: str) -> None:
    assert is_asked(message)


@pytest.mark.parametrize(
    "message",
    [
        "don't forget to write that down",
        "Why don't you write that down?",
        "I don't write that down, ever",
        "My boss said don't write that down",
        "don't keep any notes in that drawer",
        "I don't keep any records",
        "I'm a mess, don't keep any records",
        "I'm hopeless with money. Never save anything.",
        "I earn well, but don't save anything",
        "Spent it all again, not saving anything",
        "I can't budget, never save anything, always broke",
        "no me guarde rencor",
        '"Don\'t save that," my mother always shouts',
        "I don't save anything at the end of the month",
        "Don't save that money for me, spend it",
        "I don't want that job saved for me",
        "Don't take it so badly",
        "Don't take it.",
        "Write that down, don't lose it",
        "no olvides apuntarlo",
        "¿por qué no lo apuntas?",
        "no me guardes rencor",
        "mi madre dice: no lo apuntes",
        "no lo apunto nunca",
        "no guardes el dinero en casa",
    ],
)
def test_what_only_sounds_like_one_is_not(message: str) -> None:
    assert not is_asked(message)


def test_what_is_told_beside_the_request_is_what_is_meant() -> None:
    message = "My brother drinks again. Don't write that down."

    assert told_beside(message) == "My brother drinks again."
    assert not means_earlier(message)
    assert means_earlier("Oh, don't write that down, please.")
