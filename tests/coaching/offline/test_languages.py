from __future__ import annotations

import pytest

from coaching.offline.languages import language_of

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
