from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coaching.errors import InvalidInput
from coaching.values.clean_text import MAX_MESSAGE, clean_text


@pytest.mark.parametrize("blank", ["", " ", "\n\n\t", "\u2060\ufeff", "\u200b \u00a0", "\n" * 7000])
def test_a_text_of_nothing_visible_is_empty(blank: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        clean_text("text", blank)

    assert refusal.value.fields == {"text": "is empty"}


def test_an_optional_text_may_be_empty() -> None:
    assert clean_text("emotionalWhy", " \u200b ", may_be_empty=True) == ""


@pytest.mark.parametrize("bad", ["a\x00b", "\ud800 half", "half \udfff", 7, None, ["a"]])
def test_what_a_database_cannot_hold_is_refused_by_name(bad: object) -> None:
    with pytest.raises(InvalidInput) as refusal:
        clean_text("text", bad)

    assert list(refusal.value.fields) == ["text"]


def test_the_limit_counts_characters_after_trimming() -> None:
    assert len(clean_text("text", " " + "A" * MAX_MESSAGE + "\n")) == MAX_MESSAGE
    with pytest.raises(InvalidInput, match="8001 characters"):
        clean_text("text", "A" * (MAX_MESSAGE + 1))


@pytest.mark.parametrize(
    "odd",
    ["a\u0001b\u001b[31mred", "\u202eevil rtl", "e\u0301 vs \u00e9", "\U0001f469\u200d\U0001f467"],
)
def test_odd_but_storable_text_comes_back_as_it_was(odd: str) -> None:
    assert clean_text("text", odd) == odd


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=200))
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    once = clean_text("text", raw, may_be_empty=True)

    assert clean_text("text", once, may_be_empty=True) == once
