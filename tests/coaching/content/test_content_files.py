from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import coaching
from coaching.content import (
    ALL_STAGES,
    ALL_TENSIONS,
    BrokenContent,
    lens_details,
    load_knowledge,
    load_tensions,
    stage_color,
    stage_details,
    starter_cards,
    tension_color,
    tension_details,
)
from coaching.content.knowledge import Knowledge
from coaching.content.onboarding import Onboarding, load_onboarding
from coaching.content.reading import data_file, read
from coaching.values.enums import Lens

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAPER, DARK = "#FAF7F2", "#161412"
READABLE = 4.5


def contrast(one: str, other: str) -> float:
    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tension", ALL_TENSIONS)
def test_a_tension_can_be_read_on_paper_on_its_tint_and_in_the_dark(tension: str) -> None:
    details = tension_details(tension)

    assert contrast(tension_color(tension), PAPER) >= READABLE
    assert contrast(details.color, details.tint) >= READABLE
    assert contrast(tension_color(tension, dark=True), DARK) >= READABLE
    assert contrast(details.color_on_dark, details.tint_on_dark) >= READABLE


@pytest.mark.parametrize("stage", ALL_STAGES)
def test_a_stage_can_be_read_and_is_no_tensions_colour(stage: str) -> None:
    assert contrast(stage_color(stage), PAPER) >= READABLE
    assert contrast(stage_color(stage, dark=True), DARK) >= READABLE
    assert stage_color(stage) not in {details.color for details in load_tensions().values()}


def test_the_public_names_lead_here() -> None:
    assert coaching.tension_color("avoid") == "#0B6272"
    assert coaching.ALL_TENSIONS == ALL_TENSIONS
    assert coaching.ALL_STAGES == ALL_STAGES
    assert coaching.identify_tension({}).primary is None


@pytest.mark.parametrize("unknown", ["", "avoider", "AVOID"])
def test_an_unknown_tension_is_refused(unknown: str) -> None:
    with pytest.raises(ValueError, match="not a valid Tension"):
        tension_color(unknown)


@pytest.mark.parametrize("tension", ALL_TENSIONS)
def test_a_tension_has_cards_to_begin_with(tension: str) -> None:
    cards = starter_cards(tension)

    assert len(cards) == 3
    assert all(len(card.content.split()) <= 40 for card in cards)


def test_stages_and_lenses_are_found_by_name() -> None:
    assert stage_details("relapse").label == "Circling back"
    assert [lens_details(lens).id for lens in Lens] == list(Lens)
    assert len(load_knowledge().biases) == 18
    assert [step.letter for step in load_knowledge().aware] == list("AWARE")


def break_it(change: Callable[[Any], None], name: str, folder: Path) -> Path:
    document = json.loads(data_file(name).read_text("utf-8"))
    change(document)
    path = folder / name
    path.write_text(json.dumps(document), "utf-8")
    return path


def misspell_a_field(document: Any) -> None:
    option = document["questions"][0]["options"][0]
    option["txt"] = option.pop("text")


def forget_the_lead(document: Any) -> None:
    document["questions"][1]["options"][0].update(scores={"avoid": 2})


def ask_for_nothing(document: Any) -> None:
    document["hypothesis"]["rules"][3]["when"].append({})


def name_a_colour(document: Any) -> None:
    document["stages"][2].update(color="red")


def invent_a_stage(document: Any) -> None:
    document["stages"][0].update(id="denial")


@pytest.mark.parametrize(
    ("name", "kind", "change", "where"),
    [
        ("onboarding.json", Onboarding, misspell_a_field, "questions.0.options.0.text: Field req"),
        ("onboarding.json", Onboarding, forget_the_lead, "questions.1.options.0: Value error"),
        ("onboarding.json", Onboarding, ask_for_nothing, "hypothesis.rules.3.when.2: Value error"),
        ("knowledge.json", Knowledge, name_a_colour, "stages.2: Value error, 'red' is not a"),
        ("knowledge.json", Knowledge, invent_a_stage, "stages.0.id: Input should be"),
    ],
)
def test_a_broken_file_is_refused_with_its_name_and_the_field(
    tmp_path: Path, name: str, kind: type, change: Callable[[Any], None], where: str
) -> None:
    path = break_it(change, name, tmp_path)

    with pytest.raises(BrokenContent, match=re.escape(where)) as refusal:
        read(path, kind)
    assert str(refusal.value).startswith(f"{name}: ")


def test_a_file_that_is_no_json_is_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "knowledge.json"
    path.write_text("{", "utf-8")

    with pytest.raises(BrokenContent, match=r"knowledge\.json: whole file: Invalid JSON"):
        read(path, Knowledge)


def test_the_questions_are_the_nine() -> None:
    found = load_onboarding()

    assert [question.id for question in found.questions] == [f"q{n}" for n in range(1, 10)]
    assert (found.context.max, found.why.max_chars) == (3, 600)
    assert len(found.hypothesis.rules) == 21
    assert found.consent_text_version == "1"
