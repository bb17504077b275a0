"""What the page's JavaScript takes from Python is what Python says."""

from __future__ import annotations

import json
import re
from dataclasses import fields

from coaching.values.clean_text import MAX_MESSAGE
from scripts.lint.source import ROOT
from toney_app.js import from_python, modules
from toney_app.pages import TABS
from toney_app.views.chat.present import Draft, Tool, Turn


def constants() -> dict[str, object]:
    lines = (line.removeprefix("export const ") for line in from_python.code().splitlines())
    pairs = (line.split(" = ", 1) for line in lines)
    return {name: json.loads(value.removesuffix(";")) for name, value in pairs}


def test_the_page_has_the_fields_of_a_turn_with_their_defaults() -> None:
    known = constants()
    for name, of in (("EMPTY_TURN", Turn), ("EMPTY_TOOL", Tool), ("EMPTY_DRAFT", Draft)):
        assert known[name] == {field.name: getattr(of(), field.name) for field in fields(of)}


def test_the_page_counts_as_the_server_does() -> None:
    assert constants()["MAX_MESSAGE"] == MAX_MESSAGE


def test_every_module_that_is_imported_is_in_the_build() -> None:
    written = modules()
    for path, code in written.items():
        imported = [line.split('"')[1] for line in code.splitlines() if 'from "./' in line]
        assert {f"utils/toney/{name.removeprefix('./')}" for name in imported} <= set(written), path


def test_the_page_knows_every_tab() -> None:
    page = (ROOT / "toney_app" / "js" / "page.js").read_text("utf-8")
    views = re.search(r"^const VIEWS = (\[.*\]);$", page, re.MULTILINE)
    assert views is not None
    assert json.loads(views[1]) == [name for name, _ in TABS]
