"""Which queries may be sent to a search provider."""

from __future__ import annotations

import pytest

from coaching.web.queries import LONGEST_QUERY, sendable


@pytest.mark.parametrize(
    "words",
    [
        "what is a county court judgment",
        "StepChange opening hours 2026",
        "qué es el interés compuesto",
        "debt advice Leeds 24/7",
        "tax year 2025-2026 deadline",
    ],
)
def test_general_words_go_out_as_they_are(words: str) -> None:
    assert sendable(words) == words


@pytest.mark.parametrize(
    "words",
    [
        "who is mara@example.org",
        "account 12345678",
        "card 4111 1111 1111 1111",
        "card 4111-1111-1111-1111",
        "call 07700 900 123",
        "fullwidth １２３４５６７８",
        "hidden 1\u200b2\u200b3\u200b4\u200b5\u200b6\u200b7\u200b8",
        "arabic ١٢٣٤٥٦٧٨",
        "x" * (LONGEST_QUERY + 1),
        "\u200b\u202e",
        "",
    ],
)
def test_what_could_tell_who_it_is_stays_here(words: str) -> None:
    assert sendable(words) == ""


def test_what_nobody_sees_does_not_go_out() -> None:
    hidden = "".join(chr(0xE0000 + ord(c)) for c in "secret")

    assert sendable(f"debt\u202e ad\u200bvice{hidden}\n now") == "debt advice now"
