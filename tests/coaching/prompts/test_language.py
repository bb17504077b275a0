"""The language and the form of address that the Coach is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.agents.input_loaders import UNSAID
from coaching.agents.writing_style import as_in_earlier
from coaching.memory.corrections import LEFT_OUT, NOT_AGREED
from coaching.prompts import build_system_prompt_blocks
from coaching.values.context import WorkingContext
from coaching.values.earlier import EarlierLine, EarlierSession
from tests.support.cast import CAST
from tests.support.situations import TODAY, briefing, view

SPANISH = "Le doy tres mil pesos a mi mamá cada quincena, con muchísimo gusto."


@pytest.mark.parametrize("note", [UNSAID, LEFT_OUT, NOT_AGREED])
def test_a_note_in_the_place_of_their_words_is_not_their_language(note: str) -> None:
    for said in ((SPANISH, note), (note, note), (SPANISH, f"{note} {SPANISH}")):
        lines = tuple(EarlierLine("user", text) for text in said)
        person = view(CAST[0], language="es", emotional_why="")
        assert as_in_earlier(person, (EarlierSession(TODAY, lines),)).writes == "es"


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("es", "no pude dormir por la renta, ¿qué crees?", "so far it seems to be “tú”"),
        ("en", "usted dígame qué hago con la deuda", "so far it seems to be “usted”"),
        ("es", "i could not sleep because of the rent", "Answer in English"),
        ("en", "i could not sleep because of the rent", ""),
    ],
)
def test_the_language_is_said_by_code_with_and_without_a_briefing(
    language: str, said: str, told: str
) -> None:
    earlier = (EarlierSession(TODAY, (EarlierLine("user", said),)),)
    person = view(CAST[0], language=language, emotional_why="")
    written = as_in_earlier(person, earlier)
    context = WorkingContext(written, "hello", TODAY, 2, 1, earlier=earlier)
    for known in (None, briefing(2)):
        block = build_system_prompt_blocks(replace(context, briefing=known))[1].text
        assert told in block
        assert ("Answer in " in block) == bool(told)
