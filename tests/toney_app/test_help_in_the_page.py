"""What the page loads for help: the numbers of all countries, and phrases of danger."""

from __future__ import annotations

import gzip
import json

from coaching.content.helplines import load_helplines
from coaching.safety import countries
from toney_app.js import help_data

MOST_KILOBYTES = 45


def test_what_the_page_loads_for_it_stays_small() -> None:
    assert len(gzip.compress(help_data.code().encode())) / 1000 <= MOST_KILOBYTES


def test_the_page_knows_the_numbers_and_lines_of_every_country() -> None:
    code = help_data.code()
    data = json.loads(code.removeprefix("export const DATA = ").removesuffix(";\n"))

    known = " ".join(data["emergency"].values()).split()
    assert sorted(known) == list(countries())
    assert "GB" in data["emergency"]["999"].split()
    assert "Europe/London" in data["zones"]["GB"]
    assert "Samaritans" in {line["name"] for line in data["lines"]["GB"]}


def test_parts_of_a_country_have_their_names_in_every_language() -> None:
    code = help_data.code()
    data = json.loads(code.removeprefix("export const DATA = ").removesuffix(";\n"))
    places = {line.place for line in load_helplines().lines if line.place}
    assert set(data["places"]["es"]) == places
    assert data["places"]["es"]["Scotland"] == "Escocia"
