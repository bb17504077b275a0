from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from coaching.text.lexicon import LANGUAGES, lexicon
from coaching.values.enums import Lens


def table(language: str) -> dict[str, Any]:
    file = resources.files("coaching.text").joinpath("lexicons", f"{language}.toml")
    return tomllib.loads(file.read_text("utf-8"))


@pytest.mark.parametrize("part", ["cues", "strategist", "lists", "body", "people"])
def test_every_language_knows_the_same_names(part: str) -> None:
    english, spanish = (set(table(language)[part]) for language in LANGUAGES)
    assert english == spanish


def test_each_lens_has_a_pattern() -> None:
    assert {lens.value for lens in Lens} <= lexicon("en").strategist.keys()


def test_a_region_shares_the_words_of_its_language() -> None:
    assert lexicon("es-CL").language == "es"
    assert lexicon("de").language == "en"
