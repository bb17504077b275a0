from __future__ import annotations

import pytest

from coaching.text.numerals import written_out


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("I gave him another two hundred at the door", {200}),
        ("one thousand one hundred and eighty pounds fitted", {1180}),
        ("a hundred, then two hundred and fifty", {100, 250}),
        ("eleven thousand four hundred", {11_400}),
        ("le debo mil doscientos a mi hermana", {1200}),
        ("son cuatrocientas treinta y dos", {432}),
        ("doce mil quinientos y cien más", {12_500, 100}),
        ("one of them, the two sisters and twenty hens", set()),
        ("once me lo dijo", set()),
        ("£200 and 4k", set()),
        ("i owe my mum 3 grand and dan a grand", set()),
    ],
)
def test_numbers_in_words_are_read(text: str, numbers: set[int]) -> None:
    assert written_out(text) == numbers
