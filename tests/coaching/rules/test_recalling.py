"""Questions about what somebody told before, and the sentence that answers one."""

from __future__ import annotations

import pytest

from coaching.rules.recalling import asked, asks_for_a_figure, own_sentence

LONG = " ".join(["We had soup and then we went out to see the ships in the harbour."] * 3)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("what did I tell you about my sister?", "My sister called on Monday"),
        ("What did I say the gas was, did I tell you that?", "It's the gas, 140 a month"),
        ("do you remember my dad", "My dad went bust when I was nine"),
        ("¿Qué te dije de mi comadre?", "Mi comadre me debe desde las fiestas"),
        ("te acuerdas de lo del auto?", "El auto es de mi cuñado"),
        ("how much did i say the gas is", "It's the gas, 140 a month"),
        ("What rate did I tell you?", "They offered me a rate of 2 per cent"),
        ("¿Cuánto te dije de la luz?", "La luz son 90"),
    ],
)
def test_what_is_asked_is_found_in_what_was_told(text: str, told: str) -> None:
    about = asked(text)
    assert about
    assert own_sentence(f"{LONG} {told}.", about) == (len(about), f"{told}.")
    assert own_sentence(f"We had soup. {told}.", about) == (len(about), f"We had soup. {told}.")


@pytest.mark.parametrize(
    "text",
    [
        "remember that I get paid on the 25th",
        "I told my sister about the loan",
        "recuérdame el viernes",
        "what I told my husband is a lie",
        "no sé qué le dije a mi madre",
        "how much did I say no to him this week",
    ],
)
def test_what_tells_or_asks_for_something_else_is_no_such_question(text: str) -> None:
    assert asked(text) is None


@pytest.mark.parametrize("text", ["do you remember what I said last week?", "¿te acuerdas?"])
def test_a_question_that_names_nothing_asks_about_nothing(text: str) -> None:
    assert asked(text) == frozenset()


def test_a_question_is_no_sentence_to_say_again() -> None:
    assert own_sentence("Is the rent too high?", frozenset({"rent"})) == (0, "")


@pytest.mark.parametrize(
    ("text", "is_figure"),
    [
        ("how much did I say the rent was?", True),
        ("What was the price I gave you?", True),
        ("¿Cuántas cartas te dije que había?", True),
        ("what did I tell you about my sister?", False),
        ("¿Qué te dije de mi hermana?", False),
    ],
)
def test_a_figure_is_asked_for_by_how_much_or_by_its_name(text: str, is_figure: bool) -> None:
    assert asks_for_a_figure(text) is is_figure
