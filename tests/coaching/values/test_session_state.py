from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

import coaching
from coaching.models import Conversation
from coaching.values import session_state
from coaching.values.context import PendingOffer
from coaching.values.session_state import pending_offer

OFFER = {"kind": "win", "text": "I opened one.", "title": "", "offered_in_turn": 3}
STORED: list[dict[str, Any]] = [
    {},
    {"gap_days": None},
    {"gap_days": 2.5, "told": {"today": "2026-01-12", "kept": [1, 2]}, "check": None},
    {"pending": OFFER, "opening": "You opened", "opened": {"door:1": "8f0e"}},
    {"check": {"about": "harm", "category": "self_harm", "is_crisis": True, "is_again": False}},
    {"is_read": True, "noted_by": "strategist", "summarized_turns": 14},
]
"""Every shape that was written before the state had a version."""
TOUCHED = re.compile(r"\b(?:session|conversation)\.state\b")
COPIES = {"values/session_state.py", "conversation/turn.py"}
"""The module, and the turn that reloads a row that it has."""


def _session(stored: dict[str, Any]) -> Conversation:
    return Conversation(user_id=uuid4(), session_number=1, state=stored)


def _rewritten(stored: dict[str, Any]) -> dict[str, Any]:
    session = _session(stored)
    session_state.change(session)
    return session.state


def test_a_change_keeps_the_other_fields() -> None:
    session = _session({"gap_days": 2.0})

    session_state.change(session, is_read=True)

    state = session_state.of(session)
    assert (state.gap_days, state.is_read) == (2.0, True)


def test_one_module_reads_and_writes_the_state_of_a_session() -> None:
    package = Path(coaching.__file__).parent
    touching = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if TOUCHED.search(path.read_text("utf-8"))
    }

    assert touching == COPIES


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: ",".join(stored) or "empty")
def test_a_row_without_a_version_is_read_without_loss(stored: dict[str, Any]) -> None:
    said = {name: value for name, value in stored.items() if value not in (None, {})}

    assert _rewritten(stored) == {**said, "version": 1}
    assert not session_state.of(_session(stored)).unknown


def test_an_offer_is_read_as_one() -> None:
    assert session_state.of(_session({"pending": OFFER})).pending == PendingOffer(
        "win", "I opened one.", offered_in_turn=3
    )


def test_an_offer_of_another_version_is_forgotten() -> None:
    assert pending_offer({"kind": "goal", "words": "x"}) is None
    assert pending_offer(None) is None


def test_what_another_version_stored_stays_in_the_row() -> None:
    stored = {"active_goal": "a bike", "is_read": True, "version": 2}

    assert _rewritten(stored) == {"active_goal": "a bike", "is_read": True, "version": 1}


def test_a_state_with_nothing_in_it_is_stored_as_its_version() -> None:
    assert _rewritten({}) == {"version": 1}
