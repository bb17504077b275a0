from __future__ import annotations

from typing import Any

import pytest

from coaching.values.context import PendingOffer
from coaching.values.session_state import SessionState, from_json, pending_offer, to_json

OFFER = {"kind": "win", "text": "I opened one.", "title": "", "offered_in_turn": 3}
STORED: list[dict[str, Any]] = [
    {},
    {"gap_days": None},
    {"gap_days": 2.5, "told": {"today": "2026-01-12", "kept": [1, 2]}, "check": None},
    {"pending": OFFER, "opening": "You opened", "opened": {"door:1": "8f0e"}},
    {"check": {"about": "harm", "category": "self_harm", "is_crisis": True, "is_again": False}},
    {"is_read": True, "noted_by": "strategist", "given_up": True, "summarized_turns": 14},
]
"""Every shape that was written before the state had a version."""


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: ",".join(stored) or "empty")
def test_a_row_without_a_version_is_read_without_loss(stored: dict[str, Any]) -> None:
    said = {name: value for name, value in stored.items() if value not in (None, {})}

    assert to_json(from_json(stored)) == {**said, "version": 1}
    assert not from_json(stored).unknown


def test_an_offer_is_read_as_one() -> None:
    assert from_json({"pending": OFFER}).pending == PendingOffer(
        "win", "I opened one.", offered_in_turn=3
    )


def test_an_offer_of_another_version_is_forgotten() -> None:
    assert pending_offer({"kind": "goal", "words": "x"}) is None
    assert pending_offer(None) is None


def test_what_another_version_stored_stays_in_the_row() -> None:
    stored = {"active_goal": "a bike", "is_read": True, "version": 2}

    assert to_json(from_json(stored)) == {"active_goal": "a bike", "is_read": True, "version": 1}


def test_a_state_with_nothing_in_it_is_stored_as_its_version() -> None:
    assert to_json(SessionState()) == {"version": 1}
