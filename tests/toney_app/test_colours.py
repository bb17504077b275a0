from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from coaching.content import ALL_TENSIONS, stage_color, tension_color, tension_details
from coaching.values.enums import Stage
from tests.support.contrast import contrast, tokens
from toney_app import theme

ROOT = Path(__file__).parents[2]
CSS = tokens((ROOT / "assets" / "tokens.css").read_text("utf-8"))
ADMIN = (ROOT / "assets" / "admin.css").read_text("utf-8")
ACCENTS = ["neutral", *(tension.value for tension in ALL_TENSIONS)]
MODES = ["light", "dark"]
GROUNDS = ["paper", "surface", "raised", "sunken"]
TEXTS = ["ink", "ink-2", "ink-3", "danger"]


def neutrals(mode: str) -> dict[str, str]:
    return CSS[":root"] | (CSS[".dark"] if mode == "dark" else {})


def accent(mode: str, name: str) -> dict[str, str]:
    selector = f'[data-accent="{name}"]'
    return CSS[f".dark{selector}"] if mode == "dark" else CSS[selector]


@pytest.mark.parametrize("name", [tension.value for tension in ALL_TENSIONS])
def test_each_tension_has_the_colours_of_the_content(name: str) -> None:
    assert accent("light", name)["accent"] == tension_color(name).lower()
    assert accent("dark", name)["accent"] == tension_color(name, dark=True).lower()
    assert theme.TENSION_ICONS[name] == tension_details(name).icon.replace("-", "_")


@pytest.mark.parametrize("stage", list(Stage))
def test_each_stage_has_the_colours_of_the_content_on_the_admins_page(stage: Stage) -> None:
    bar = f'[data-accent="stage-{stage}"] .admin-bar'

    assert f"\n  {bar} {{ fill: {stage_color(stage).lower()}; }}" in ADMIN
    assert f"\n  .dark {bar} {{ fill: {stage_color(stage, dark=True).lower()}; }}" in ADMIN


@pytest.mark.parametrize(("mode", "text", "ground"), list(product(MODES, TEXTS, GROUNDS)))
def test_text_can_be_read_on_every_ground(mode: str, text: str, ground: str) -> None:
    assert contrast(neutrals(mode)[text], neutrals(mode)[ground]) >= 4.5


@pytest.mark.parametrize(("mode", "name"), list(product(MODES, ACCENTS)))
def test_every_accent_can_be_read_and_written_on(mode: str, name: str) -> None:
    colours, own = neutrals(mode), accent(mode, name)
    assert contrast(own["accent"], colours["paper"]) >= 4.5
    assert contrast(own["accent"], own["tint"]) >= 4.5
    assert contrast(colours["on-accent"], own["accent"]) >= 4.5
    assert contrast(colours["ink-2"], own["tint"]) >= 4.5


@pytest.mark.parametrize("mode", MODES)
def test_borders_of_controls_can_be_seen(mode: str) -> None:
    colours = neutrals(mode)
    assert contrast(colours["line-strong"], colours["raised"]) >= 3
    assert contrast(colours["line-strong"], colours["paper"]) >= 3
    assert contrast(colours["on-safe"], colours["safe-fill"]) >= 7


def test_the_head_paints_the_papers() -> None:
    assert (CSS[":root"]["paper"], CSS[".dark"]["paper"]) == (theme.PAPER_LIGHT, theme.PAPER_DARK)


def test_colours_stand_in_one_place() -> None:
    hex_code = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?=[;\s])")
    files = [ROOT / "assets" / "app.css", *(ROOT / "toney_app").rglob("*.py")]
    places = [str(p.relative_to(ROOT)) for p in files if hex_code.search(p.read_text("utf-8"))]
    assert places == ["toney_app/theme.py"]
