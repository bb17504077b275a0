from __future__ import annotations

import pytest

from coaching.content import texts
from coaching.safety import ELSEWHERE, guessed_country, help_country
from coaching.values.enums import SafetyLevel


@pytest.mark.parametrize(
    ("zone", "country"),
    [
        ("Europe/London", "GB"),
        ("Europe/Amsterdam", "NL"),
        ("America/New_York", "US"),
        ("US/Eastern", "US"),
        ("Australia/Sydney", "AU"),
        ("Antarctica/Troll", "AQ"),
        ("UTC", None),
        ("", None),
        ("Nowhere/Land", None),
    ],
)
def test_the_time_zone_gives_a_first_guess_where_there_are_numbers(
    zone: str, country: str | None
) -> None:
    assert guessed_country(zone) == country


def test_what_they_chose_stands_above_the_guess() -> None:
    assert help_country(None, "Europe/London") == "GB"
    assert help_country("IE", "Europe/London") == "IE"
    assert help_country(ELSEWHERE, "Europe/London") == ELSEWHERE


def test_no_fixed_text_promises_secrecy_and_a_concern_has_one_sentence() -> None:
    fixed = {key: text for key, text in texts().items() if key.startswith("safety.message.")}

    assert not [key for key, text in fixed.items() if "stays here" in text or "secret" in text]
    concerns = [text for key, text in fixed.items() if key.endswith(SafetyLevel.CONCERN)]
    assert all(text.count(".") + text.count("?") == 1 for text in concerns)
