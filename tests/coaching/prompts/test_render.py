from __future__ import annotations

import re
from pathlib import Path

import pytest

import coaching.prompts
from coaching.models import ConversationKind
from coaching.prompts.render import PromptBroken, filled, joined, render, section, source
from coaching.prompts.tone import STEPS
from coaching.values.enums import Depth, LearningStyle, Stage, Tension, Trigger

FOLDER = Path(coaching.prompts.__file__).parent
CHOSEN_BY_VALUE = {
    "coach/kinds": set(ConversationKind) - {ConversationKind.COACHING, ConversationKind.GENERAL},
    "coach/tension": [*Tension],
    "coach/stage": [*Stage],
    "coach/tone": [*STEPS],
    "coach/depth": [*Depth],
    "coach/learning_style": [*LearningStyle],
}


def test_variables_are_filled_in() -> None:
    assert filled("a", "Tone {{ tone }} and {{tone}}.", {"tone": 3}) == "Tone 3 and 3."


def test_money_and_braces_stay_as_they_are() -> None:
    assert filled("a", 'costs $500, {"a": {b}}', {}) == 'costs $500, {"a": {b}}'


@pytest.mark.parametrize("values", [{}, {"tone": 3, "mood": 1}, {"mood": 1}])
def test_a_missing_variable_raises_and_so_does_one_too_many(values: dict[str, object]) -> None:
    with pytest.raises(PromptBroken, match="takes"):
        filled("a", "Tone {{ tone }}.", values)


def test_a_value_is_not_rendered_again() -> None:
    assert filled("a", "{{ said }}", {"said": "{{ tone }}"}) == "{{ tone }}"


def test_a_file_or_a_section_that_is_not_there_raises() -> None:
    with pytest.raises(PromptBroken, match="no prompt"):
        source("coach/mood")
    with pytest.raises(PromptBroken, match="no section"):
        section("coach/preface", "mood")


def test_a_file_is_rendered_without_its_edges() -> None:
    text = render("coach/legacy", facts="three")

    assert text.startswith("# What you know")
    assert text == text.strip()


def test_empty_parts_leave_no_gap() -> None:
    assert joined("a", "", "b") == "a\n\nb"


@pytest.mark.parametrize("folder", CHOSEN_BY_VALUE)
def test_there_is_a_file_for_each_value(folder: str) -> None:
    names = {path.stem for path in (FOLDER / folder).glob("*.md")}

    assert set(CHOSEN_BY_VALUE[folder]) <= names


def test_every_prompt_file_is_used() -> None:
    code = "".join(path.read_text() for path in FOLDER.glob("*.py"))
    used = set(re.findall(r'"((?:closing|coach|shared|observer|strategist)/[a-z_/]+)', code))
    used |= {f"{folder}/{value}" for folder in CHOSEN_BY_VALUE for value in CHOSEN_BY_VALUE[folder]}
    used |= {"coach/first_conversation_without_guess"}
    found = {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.md")}

    assert found <= used


def test_every_trigger_has_its_words() -> None:
    urgent = section("strategist/trigger", Trigger.URGENT, happened="They were let go.")
    assert "They were let go." in urgent
    others = set(Trigger) - {Trigger.URGENT}
    assert all(section("strategist/trigger", trigger) for trigger in others)


def test_prompt_files_stay_short() -> None:
    lines = {path.stem: len(path.read_text().splitlines()) for path in FOLDER.rglob("*.md")}
    assert {name: count for name, count in lines.items() if count > 120} == {}
