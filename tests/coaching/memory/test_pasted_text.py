from __future__ import annotations

import pytest

from coaching.memory.attribution import OwnWords


@pytest.mark.parametrize(
    "message",
    [
        "dear tenant i sold the flat kind regards mr patel",
        "this is what she sent me i sold the flat",
        "ann: i sold the flat\nbob: nice\nidk what to say",
        "I sold the flat. I never looked back. Call us now.\n\nis this legit",
    ],
)
def test_a_pasted_text_carries_no_quote(message: str) -> None:
    assert OwnWords(message).find("i sold the flat") is None


@pytest.mark.parametrize(
    "message",
    [
        "hi toney hope ur well, i sold the flat",
        "got this coat for 15 quid because i sold the flat",
        "I sold the flat. I never looked back. It was time to move on.",
        "this is what she sent me come home now. anyway i sold the flat",
        "she was right, i'm sorry to say: i sold the flat",
    ],
)
def test_the_person_s_own_words_stay(message: str) -> None:
    assert OwnWords(message).find("i sold the flat") is not None
