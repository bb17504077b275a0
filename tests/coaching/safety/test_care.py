from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coaching.content import BrokenContent, texts
from coaching.content.reading import read
from coaching.content.safety_policy import HelpResource, SafetyPolicy, load_safety_policy
from coaching.safety import all_resources, countries, fixed_message, resources_for
from coaching.safety.resources import LOCAL_EMERGENCY
from coaching.safety.screen import PRECEDENCE
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from pathlib import Path

LEVELS = (SafetyLevel.CONCERN, SafetyLevel.CRISIS)
MOST_WORDS = 60


@pytest.mark.parametrize(
    ("country", "emergency", "helpline"),
    [
        ("US", "911", "988 Suicide & Crisis Lifeline"),
        ("GB", "999", "Samaritans"),
        ("IE", "112", "Samaritans"),
        ("AU", "000", "Lifeline"),
        ("DE", "112", "International helpline directory"),
    ],
)
def test_help_comes_from_the_country_of_the_person(
    country: str, emergency: str, helpline: str
) -> None:
    first, second, *_ = resources_for("suicidality", country)

    assert first.contact == emergency
    assert second.name == helpline


@pytest.mark.parametrize("country", [None, "CL", "", "gb"])
def test_without_a_known_country_there_are_words_and_the_directory(country: str | None) -> None:
    found = resources_for("suicidality", country)

    assert [resource.id for resource in found] == [LOCAL_EMERGENCY, "intl_directory"]
    assert found[0].contact == "your local emergency number"


@given(category=st.text(max_size=20), country=st.none() | st.text(max_size=3))
def test_there_is_always_somewhere_to_turn_to(category: str, country: str | None) -> None:
    found = resources_for(category, country)

    assert "emergency" in found[0].topics
    assert found[-1].id == "intl_directory"


def test_a_disputed_line_is_shown_to_nobody() -> None:
    shown = {resource.id for resource in all_resources()}

    assert "us_gambling_reset" in shown
    assert shown.isdisjoint({"us_gambler", "us_gambling_522"})


def test_nobody_has_called_a_number_yet_so_none_is_verified() -> None:
    assert all(r.verified_at is None and r.verified_by is None for r in all_resources())


def test_hours_are_not_told_before_they_are_verified() -> None:
    hours = {r.name: r.hours for r in load_safety_policy().resources if r.hours}

    assert hours
    assert not any(hours.get(r.name, "never") in r.contact for r in all_resources())


@pytest.mark.parametrize(("at", "by"), [(date(2026, 1, 1), None), (None, "Mara")])
def test_a_date_without_a_name_is_refused(at: date | None, by: str | None) -> None:
    with pytest.raises(ValueError, match="by a person"):
        HelpResource(
            id="x", region="US", topics=(), name="X", contact="1", status="",
            verified_at=at, verified_by=by,
        )  # fmt: skip


def test_a_broken_policy_says_file_and_field(tmp_path: Path) -> None:
    path = tmp_path / "safety_policy.json"
    policy = {"version": "1", "warning": "", "regions": {}, "resources": [{"id": 7}], "actions": {}}
    path.write_text(json.dumps(policy), "utf-8")

    with pytest.raises(BrokenContent, match=r"safety_policy\.json: resources\.0\.id"):
        read(path, SafetyPolicy)


@pytest.mark.parametrize("country", [None, "US", "GB", "IE", "ES", "CL"])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("category", PRECEDENCE)
def test_a_fixed_text_is_short_whole_and_asks_once(
    category: str, level: SafetyLevel, country: str | None
) -> None:
    message = fixed_message(category, level, country)

    assert "{" not in message
    assert len(message.split()) <= MOST_WORDS
    is_the_one_exception = (category, level) == ("suicidality", SafetyLevel.CRISIS)
    assert message.count("?") <= (2 if is_the_one_exception else 1)
    assert "!" not in message


def test_the_text_for_suicidality_names_the_number_and_the_line() -> None:
    message = fixed_message("suicidality", SafetyLevel.CRISIS, "GB")

    assert "call 999 or Samaritans now" in message
    assert message.endswith("Are you safe right now?")


def test_a_sentence_that_begins_with_a_place_begins_with_a_capital() -> None:
    message = fixed_message("domestic_economic_abuse", SafetyLevel.CRISIS, None)

    assert ". A helpline near you (findahelpline.com) can talk" in message


def test_every_category_and_level_has_its_words() -> None:
    keys = {f"safety.message.{c}.{level}" for c in PRECEDENCE for level in LEVELS}

    assert keys == {key for key in texts() if key.startswith("safety.message.")}


def test_the_countries_to_choose_from_are_those_with_a_number() -> None:
    assert {"GB", "US", "DE", "NZ"} <= set(countries())
    assert countries() == tuple(sorted(countries()))
