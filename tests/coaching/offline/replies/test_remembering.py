"""In Simple mode what they ask to be remembered is kept at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from coaching.offline.coach import Reply, reply
from coaching.values.context import PersonView, WorkingContext
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict

TOOLS = frozenset({"remember"})


def says(message: str, language: str = "en", **more: Any) -> Reply:
    context = WorkingContext(PersonView(language=language), message, date(2026, 11, 27), 2, 1)
    return reply(replace(context, **more), tools=TOOLS)


@pytest.mark.parametrize(
    ("message", "language", "text"),
    [
        ("Remember that I get paid on the 25th", "en", "I get paid on the 25th"),
        ("please remember: my sister lends me nothing", "en", "My sister lends me nothing"),
        ("Recuerda que cobro el día 25", "es", "Cobro el día 25"),
    ],
)
def test_it_is_kept_in_their_words(message: str, language: str, text: str) -> None:
    keep = says(message, language).keep
    assert keep is not None
    assert (keep.tool, keep.input) == ("remember", {"text": text})


@pytest.mark.parametrize(
    "message",
    ["do you remember what I said?", "Remember when we had no money?", "remember to be kind"],
)
def test_a_question_and_a_saying_are_not_kept(message: str) -> None:
    assert says(message).keep is None


def test_nothing_is_kept_in_the_days_after_danger() -> None:
    said = says("Remember that I get paid on the 25th", safety_recent=True)
    assert said.keep is None
    assert said.mode == "remember_quiet"


@pytest.mark.parametrize(
    ("told", "is_error", "mode"),
    [
        ('{"saved": "memory"}', False, "remembered"),
        ("Nothing was saved: it holds a number such as a card's", True, "remember_number"),
        ("Nothing was saved: nothing is remembered for two days", True, "remember_quiet"),
    ],
)
def test_it_says_whether_it_was_kept(told: str, is_error: bool, mode: str) -> None:
    said = says("Remember that I pay rent late", tool_results=(("remember", told, is_error),))
    assert said.mode == mode


@pytest.mark.parametrize(
    ("message", "language", "text"),
    [
        ("please dont write down anything about my aunt", "en", "I won’t keep a note of that"),
        ("My brother owes me 3k. Don't save that.", "en", "I won’t keep a note of that"),
        ("Mi hermano me debe 3 mil. Esto no lo apuntes", "es", "no guardo ninguna nota de eso"),
    ],
)
def test_what_is_to_stay_out_of_the_notes_is_answered(
    message: str, language: str, text: str
) -> None:
    said = says(message, language)
    assert text in said.text
    assert said.keep is None


def test_danger_beside_it_comes_first() -> None:
    danger = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
    said = says("Don't write this down. I want to kill myself.", safety=danger)
    assert "keep a note" not in said.text
