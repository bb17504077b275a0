from __future__ import annotations

import pytest

from coaching.text.language import language_of

TEXTS = {
    ("I put the letters in the drawer", "es-CL"): "en",
    ("no hice lo de esperar un día", "en"): "es",
    ("me da culpa decirle que no", "es-CL"): "es-CL",
    ("ok", "es-CL"): "es-CL",
    ("jaja", "en"): "en",
}


@pytest.mark.parametrize("text", TEXTS)
def test_people_are_answered_in_the_language_they_write(text: tuple[str, str]) -> None:
    message, profile = text
    assert language_of((message,), profile) == TEXTS[text]


def test_a_doubtful_message_goes_with_the_one_before() -> None:
    assert language_of(("ok", "no hice lo de esperar un día"), "en") == "es"


SPANISH_BEFORE = ("me da culpa gastar en mí", "anoche hice las cuentas otra vez")
SHORT = [
    "ok",
    "jaja",
    "no",
    "mmm",
    "ok thank you",
    "yes",
    "7",
    "whatever",
    "sí",
    "👍",
    "lol no",
    "?",
]


@pytest.mark.parametrize("short", SHORT)
def test_a_few_words_do_not_change_the_language(short: str) -> None:
    assert language_of((short, *SPANISH_BEFORE), "en") == "es"
    english = ("I feel guilty when I spend on myself", "I did the sums again last night")
    assert language_of((short, *english), "es") == "en"


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("hola", "es"),
        ("gracias", "es"),
        ("¿y ahora?", "es"),
        ("buenas noches", "es"),
        ("no se que hacer con la plata", "es"),
        ("me compre unos sneakers en sale y ahora I feel bad", "es"),
        ("my abuela gave me the money and I spent it", "en"),
        ("qué onda", "es"),
        ("debo 3 cuotas", "es"),
        ("hi there", "en"),
        ("Quiero dormir", "es"),
        ("the bank app", "en"),
    ],
)
def test_the_first_message_of_all_shows_it(message: str, language: str) -> None:
    assert language_of((message,), "en") == language


def test_a_longer_message_changes_it_both_ways() -> None:
    assert language_of(("I would rather go on in English now", *SPANISH_BEFORE), "es-MX") == "en"
    before = ("I put the letters in the drawer",)
    assert language_of(("prefiero seguir en español contigo", *before), "en") == "es"


def test_the_region_of_the_profile_stays() -> None:
    assert language_of(("ok", "no hice lo de esperar un día"), "es-AR") == "es-AR"


@pytest.mark.parametrize(
    "message",
    [
        "<b>bold</b> `code` [link](http://x.y)",
        "y tho lol ngl",
        "https://tienda.example/es/la/ropa/para/ninos thx lol k",
    ],
)
def test_an_address_or_a_lone_letter_is_no_language(message: str) -> None:
    """One “y” in a link turned an English conversation into Spanish."""
    assert language_of((message, "I opened the letter and it was fine."), "en") == "en"
    assert language_of((message, "abrí la carta y no era nada"), "es") == "es"
