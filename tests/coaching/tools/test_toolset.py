from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

from coaching import tools
from coaching.agents.kinds import KINDS
from coaching.content.catalogue import languages, texts
from coaching.services.proposals import PROPOSALS
from coaching.tools import COACH_TOOLS, OF_THE_APP, Tool, coach_tools
from coaching.web import Lookups
from tests.support.outside import every_tool

OF_THE_COACH = every_tool()
OF_KINDS = (tool for kind in KINDS.values() for tool in kind.tools(Lookups()))
EVERY = tuple(dict.fromkeys((*OF_THE_COACH, *OF_THE_APP, *OF_KINDS)))
"""Every tool that some agent is given, or that the app calls by itself."""


@pytest.mark.parametrize("tool", EVERY, ids=lambda tool: tool.name)
def test_a_tool_is_described_to_the_model(tool: Tool) -> None:
    spec = tool.spec

    assert len(spec.description.split()) > 10
    assert spec.input_schema["additionalProperties"] is False
    fields = tool.args.model_fields
    needed = {name for name, field in fields.items() if field.is_required()}
    assert set(spec.input_schema["required"]) == needed  # pyrefly: ignore[bad-argument-type]
    assert all(field.description for field in fields.values())


def test_every_tool_has_its_texts_in_every_language_and_a_schema() -> None:
    for tool in EVERY:
        assert tool.spec.input_schema["properties"], tool.name
        for language in languages():
            known = texts(language)
            for state in ("running", "done", "failed"):
                assert known[tool.label(state)]


def test_every_kind_of_proposal_has_its_texts_in_every_language() -> None:
    for kind in PROPOSALS:
        for language in languages():
            known = texts(language)
            for key in (f"ui.draft.lead.{kind}", f"ui.draft.kept.{kind}", f"ui.toast.{kind}_saved"):
                assert known[key]
            assert known[PROPOSALS[kind].label]


def test_every_tool_file_is_registered_under_its_own_name() -> None:
    files = {module.name for module in pkgutil.iter_modules(tools.__path__)}

    of_domains = {tool.name for tool in EVERY if "domains" in tool.run.__module__}
    assert files == {tool.name for tool in EVERY} - of_domains
    for name in files:
        assert hasattr(importlib.import_module(f"coaching.tools.{name}"), name)


def test_no_tool_asks_whose_it_is() -> None:
    asked = {name for tool in EVERY for name in tool.args.model_fields}

    assert not {name for name in asked if re.search(r"user|owner|person|account|profile", name)}


def test_without_a_place_to_ask_nothing_is_offered_to_look_up() -> None:
    assert coach_tools(Lookups()) == COACH_TOOLS


def test_what_can_be_looked_up_comes_behind_what_every_coach_has() -> None:
    names = [tool.name for tool in OF_THE_COACH]

    assert names == [
        *(tool.name for tool in COACH_TOOLS),
        "wikipedia_search",
        "web_search",
        "fetch_url",
    ]
