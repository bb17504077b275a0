from __future__ import annotations

import pytest

from coaching.content import (
    heaviest,
    load_tensions,
    shame_words,
    shaming,
    words_to_leave_alone,
)
from coaching.offline.replies.texts import names, wording
from coaching.prompts import build_system_prompt_blocks, core_block
from coaching.values.context import PersonView, WorkingContext
from coaching.values.enums import Tension
from tests.support.situations import TODAY


@pytest.mark.parametrize("tension", Tension)
def test_every_tension_has_its_own_words_in_both_languages(tension: Tension) -> None:
    for language in ("en", "es"):
        own = set(shame_words(tension, language)) - set(shame_words(None, language))
        assert len(own) >= 5


@pytest.mark.parametrize("tension", Tension)
def test_the_prompt_names_the_heaviest(tension: Tension) -> None:
    context = WorkingContext(PersonView(tension=tension), "hello", TODAY, 2, 1)

    assert (
        f"Words that would shame them: {', '.join(heaviest(tension))}."
        in build_system_prompt_blocks(context)[1].text
    )


def test_the_core_names_what_is_left_alone() -> None:
    assert f"words that shame or push: {', '.join(words_to_leave_alone())}." in core_block().text


@pytest.mark.parametrize(
    ("reply", "tension", "found"),
    [
        ("That was irresponsible.", Tension.AVOID, ("irresponsible",)),
        ("You are a bit of a doormat there.", Tension.GIVE, ("doormat",)),
        ("You are a bit of a doormat there.", Tension.GRIP, ()),
        ("Procrastinating again?", Tension.AVOID, ("procrastinat*",)),
        ("“I'm so lazy”. That word came fast.", Tension.AVOID, ()),
        ('You said "stingy", and it stung.', Tension.GRIP, ()),
        ("Eres muy tacaña con eso.", Tension.GRIP, ("tacañ*",)),
        ("It’s a weak coffee kind of day.", Tension.GIVE, ("weak",)),
    ],
)
def test_a_shaming_word_is_found_outside_quotation_marks(
    reply: str, tension: Tension, found: tuple[str, ...]
) -> None:
    assert shaming(reply, tension, language="es" if "Eres" in reply else "en") == found


def test_their_own_word_may_come_back() -> None:
    assert not shaming("Stingy, you say.", Tension.GRIP, said="my wife calls me stingy")


@pytest.mark.parametrize("tension", Tension)
def test_nothing_that_toney_says_by_itself_shames(tension: Tension) -> None:
    details = load_tensions()[tension]
    written = [details.user_line, *(c.content for c in details.starter_rewire_cards)]
    lines = [
        (name, language)
        for name in names()
        for language in ("en", "es")
        for text in (*wording(name).texts[language], *wording(name).plain.get(language, ()))
        if shaming(text, tension, language=language)
    ]

    assert [text for text in written if shaming(text, tension)] == []
    assert lines == []
