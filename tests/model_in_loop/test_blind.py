from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.model_in_loop import blind
from tests.model_in_loop.files import Folder, load, store
from tests.model_in_loop.grading import DIMENSIONS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PERSON = {
    "id": "ana",
    "sessions": [
        {"end": "button", "messages": ["hi, the deposit is 27k", "night"]},
        {"end": "button", "messages": ["what was the deposit?"], "days_before": 3},
    ],
    "memory_questions": [
        {"session": 2, "message_index": 0, "answer": "27k", "wrong_if": "another number"}
    ],
}
REPLIES = {
    "now": (["That's a lot to save.", "Good night."], ["You said 27k."]),
    "before": (["I see.", "Bye."], ["About 30k."]),
    "plain": (["That's a lot to save!", "Sleep well."], ["27k, you said."]),
}
RANKS = {"now": 1, "plain": 1, "before": 2}


@pytest.fixture
def compare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    store(tmp_path / "people.json", PERSON)
    for arm, replies in REPLIES.items():
        sessions = [{"turns": [{"reply": reply} for reply in session]} for session in replies]
        store(Folder(tmp_path / arm).person("ana"), {"id": "ana", "sessions": sessions})

    def run(what: str) -> Path:
        out = tmp_path / "out"
        people = ["--people", f"{tmp_path / 'people.json'}", "--held", "ana"]
        runs = [part for arm in REPLIES for part in ("--run", f"{arm}={tmp_path / arm}")]
        monkeypatch.setattr(sys, "argv", ["blind", what, f"{out}", *people, *runs])
        blind.main()
        return out

    return run


def mark(out: Path, *, right: str) -> None:
    """Mark everything as a judge would who saw through the letters."""
    for name, packet in load(out / "key.json")["packets"].items():
        marks: dict[str, Any] = {}
        for place, order in enumerate(packet["messages"]):
            marks[str(place)] = {"rank": {a: RANKS[arm] for a, arm in order.items()}}
            marks[str(place)]["because"] = "shorter <and> warmer"
            if packet["session"] == 1:
                marks[str(place)]["right"] = {a: right in arm for a, arm in order.items()}
        store(out / "marks" / "one" / f"{name}.json", marks)
        grades = {"because": "Kind.", **dict.fromkeys(DIMENSIONS, 3)}
        store(out / "marks" / "one" / f"{name}-whole.json", dict.fromkeys(packet["whole"], grades))


def test_packets_do_not_tell_who_is_who(compare: Callable[[str], Path]) -> None:
    out = compare("packets")

    texts = {path.name: path.read_text("utf-8") for path in (out / "packets").iterdir()}
    assert sorted(texts) == ["ana-1-whole.md", "ana-1.md", "ana-2-whole.md", "ana-2.md"]
    assert not [text for text in texts.values() if "plain" in text or "before=" in text]
    assert all(reply in texts["ana-1.md"] for reply in ("I see.", "Sleep well."))
    assert "Known answer: 27k. Wrong if: another number." in texts["ana-2.md"]
    assert "What the person wrote in session 1: hi, the deposit is 27k / night" in texts["ana-2.md"]
    orders = load(out / "key.json")["packets"]["ana-1"]["messages"]
    assert [sorted(order.values()) for order in orders] == [["before", "now", "plain"]] * 2


def test_marks_become_wins_grades_and_memory_questions(compare: Callable[[str], Path]) -> None:
    out = compare("packets")
    mark(out, right="n")  # of "now" and "plain", not of "before"

    compare("page")

    summary = load(out / "summary.json")
    assert summary["problems"] == []
    against = summary["pairs"]["now against before"]
    assert against["all"] == against["held"] == against["ana"]
    assert against["all"]["win"] == 3
    assert against["all"]["interval"] == [1.0, 1.0]
    assert summary["pairs"]["now against plain"]["all"]["tie"] == 3
    assert summary["memory"]["now"] == {"right": 1, "of": 1}
    assert summary["memory"]["before"] == {"right": 0, "of": 1}
    assert summary["grades"]["plain"]["mean"] == 3
    shown = (out / "index.html").read_text("utf-8")
    assert "shorter &lt;and&gt; warmer" in shown
    assert "You said 27k." in shown


def test_what_is_not_marked_is_said(compare: Callable[[str], Path]) -> None:
    out = compare("packets")
    mark(out, right="now")
    store(out / "marks" / "one" / "ana-1.json", {"0": {"rank": {"A": 1}}})
    store(out / "marks" / "one" / "ana-1-whole.json", {"A": {"empathy": 5}})
    (out / "marks" / "one" / "ana-2.json").unlink()

    compare("page")

    problems = load(out / "summary.json")["problems"]
    assert problems[:2] == ["ana-1: message 0 is not ranked", "ana-1: message 1 is not ranked"]
    assert problems[-1] == "ana-2: no marks"
    assert any("ana-1-whole: A: because" in problem for problem in problems)
