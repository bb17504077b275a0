"""What people in no danger tell a coach must not end in the crisis view."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coaching.safety import screen
from coaching.safety.sentence_model import dangers
from coaching.values.enums import SafetyLevel

PEOPLE = Path(__file__).parents[2] / "model_in_loop" / "held_out"
MOST_ALARMS = 0.02
MOST_CONCERNS = 0.06


@pytest.mark.slow
def test_of_fifty_ordinary_messages_at_most_one_is_taken_for_a_crisis() -> None:
    """Invented people in no danger; many were learned from, so this measures nothing new."""
    files = sorted(PEOPLE.glob("*.json"))[::2]  # of all of them, as many are taken for a crisis
    people = [json.loads(file.read_text("utf-8")) for file in files]
    said = [
        text
        for person in people
        for text in (
            person["onboarding"].get("emotionalWhy") or "",
            *(words for session in person["sessions"] for words in session["messages"]),
        )
    ]

    meanings = zip(said, dangers(said), strict=True)
    found = [screen(text, meaning=meaning).level for text, meaning in meanings]

    assert len(said) > 150
    assert found.count(SafetyLevel.CRISIS) <= MOST_ALARMS * len(said)
    assert found.count(SafetyLevel.CONCERN) <= MOST_CONCERNS * len(said)
