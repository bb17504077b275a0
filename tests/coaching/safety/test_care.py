from __future__ import annotations

import json
from importlib import resources
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coaching.content import BrokenContent, texts
from coaching.content.helplines import FILE, load_helplines
from coaching.content.reading import read
from coaching.content.safety_policy import SafetyPolicy
from coaching.safety import (
    ABUSE,
    ELSEWHERE,
    all_resources,
    countries,
    fixed_message,
    resources_for,
)
from coaching.safety.resources import LOCAL_EMERGENCY, emergency_numbers
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
        ("DE", "112", "TelefonSeelsorge"),
        ("CL", "131", "Find A Helpline"),
    ],
)
def test_help_comes_from_the_country_of_the_person(
    country: str, emergency: str, helpline: str
) -> None:
    first, second, *_ = resources_for("suicidality", country)

    assert first.contact == emergency
    assert second.name == helpline


@pytest.mark.parametrize("country", [None, ELSEWHERE, "", "gb"])
def test_without_a_known_country_there_are_words_and_the_directory(country: str | None) -> None:
    found = resources_for("suicidality", country)

    assert [resource.id for resource in found] == [LOCAL_EMERGENCY, "any_general"]
    assert found[0].contact == "your local emergency number"


@pytest.mark.slow
@given(category=st.text(max_size=20), country=st.none() | st.text(max_size=3))
def test_there_is_always_somewhere_to_turn_to(category: str, country: str | None) -> None:
    found = resources_for(category, country)

    assert "emergency" in found[0].topics
    assert found[-1].id == "any_general"


def test_who_is_hit_gets_the_police_where_it_has_its_own_number() -> None:
    assert resources_for("suicidality", "JP")[0].target == "119"
    assert resources_for(ABUSE, "JP")[0].target == "110"
    assert resources_for(ABUSE, "GB")[0].target == "999"


@pytest.mark.parametrize(("country", "police"), [("AR", "911"), ("CL", "133"), ("BR", "190")])
def test_where_the_ambulance_has_a_number_of_its_own_violence_gets_the_police(
    country: str, police: str
) -> None:
    assert resources_for(ABUSE, country)[0].contact == police
    assert resources_for("suicidality", country)[0].contact != police


def test_every_country_has_a_number_that_a_phone_can_dial() -> None:
    table = (resources.files("tzdata.zoneinfo") / "iso3166.tab").read_text("utf-8")
    of_the_world = {line[:2] for line in table.splitlines() if line and line[0] != "#"}

    assert of_the_world <= set(countries())
    assert all(number.isdigit() for country in countries() for number in emergency_numbers(country))


def test_only_a_confirmed_line_has_a_number() -> None:
    lines = load_helplines().lines

    assert {line.status for line in lines} == {"confirmed", "one_source"}
    assert not [line.id for line in lines if line.status == "one_source" and line.call]
    assert {r.way for r in all_resources() if r.id == "nl_gambling"} == {"site"}
    assert all(line.source for line in lines)


def test_hours_are_told_where_a_line_is_not_open_all_day() -> None:
    hours = {r.id: r.hours for r in all_resources()}

    assert hours["gb_domestic_abuse_5"] == "Mon–Fri 10–17"
    assert hours["gb_suicide"] == ""


@pytest.mark.parametrize(
    "line",
    [
        {"status": "one_source", "call": "123"},
        {"status": "confirmed"},
        {"status": "confirmed", "text": "85258"},
    ],
)
def test_a_line_that_may_not_be_shown_is_refused(
    line: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = {"id": "x", "country": "GB", "topics": [], "name": "X", "source": "s", **line}
    whole = {
        "version": "1", "checked_on": "2026-11-22", "about": "", "status_meaning": {},
        "emergency": {}, "lines": [one],
    }  # fmt: skip
    (tmp_path / FILE).write_text(json.dumps(whole), "utf-8")
    monkeypatch.setattr("coaching.content.helplines.data_file", lambda name: tmp_path / name)

    with pytest.raises(BrokenContent, match=r"helplines\.json: lines\.x"):
        load_helplines.__wrapped__()


def test_a_broken_policy_says_file_and_field(tmp_path: Path) -> None:
    path = tmp_path / "safety_policy.json"
    path.write_text(json.dumps({"version": 7, "actions": {}}), "utf-8")

    with pytest.raises(BrokenContent, match=r"safety_policy\.json: version"):
        read(path, SafetyPolicy)


def test_a_fixed_text_is_short_whole_and_asks_once() -> None:
    for about in product(PRECEDENCE, LEVELS, [None, "US", "GB", "IE", "ES", "CL"], ["en", "es"]):
        category, level, country, language = about
        message = fixed_message(category, level, country, lang=language)

        assert "{" not in message, about
        assert len(message.split()) <= MOST_WORDS, about
        is_the_one_exception = (category, level) == ("suicidality", SafetyLevel.CRISIS)
        assert message.count("?") <= (2 if is_the_one_exception else 1), about
        assert "!" not in message, about


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
