"""What is remembered by rules, measured; the traps are also offered by somebody who obeys them.

`memory_unseen` was written after the rules; at first look precision was 0.93 and recall 0.47. The
gate has learned from it since (`May` is a month), and the rules from four of its forty rows.
`memory_story_lines` holds what people say by the way: recall 0.20 at first look.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from coaching import evals
from coaching.cli.eval import evaluate

TRAPS = Path(evals.__file__).parent / "examples" / "memory_traps.jsonl"
STORY_LINES = Path(__file__).parents[1] / "offline" / "examples" / "memory_story_lines.jsonl"
UNSEEN = Path(__file__).parents[1] / "offline" / "examples" / "memory_unseen.jsonl"
KINDS = {
    *("card", "coach", "corrected", "crisis", "deleted", "duplicate", "fiction", "hypothetical"),
    *("injected", "joke", "made_up", "negation", "over", "preface", "prompt", "question"),
    *("quoted", "secret", "sensitive", "small_talk", "supersedes", "third_person", "tool"),
}


def measured(path: Path, *more: str) -> dict[str, Any]:
    result = CliRunner().invoke(evaluate, ["memory", "--examples", str(path), "--json", *more])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_no_trap_gets_in_whoever_proposes_it() -> None:
    found = measured(TRAPS)
    assert found["traps"] >= 40
    assert set(found["groups"]) - {"positive"} >= KINDS
    assert (found["traps_in"], found["proposals_in"]) == (0, 0), found["failures"]
    assert found["proposals"] > found["traps"], "there has to be something to refuse"


def test_the_rules_find_what_they_were_written_from() -> None:
    found = measured(TRAPS)
    assert found["failures"] == []
    assert (found["precision"], found["recall"]) == (1.0, 1.0)


@pytest.mark.parametrize(("path", "recall"), [(UNSEEN, 0.6), (STORY_LINES, 0.8)])
def test_what_people_say_by_the_way_is_found_and_nothing_is_invented(
    path: Path, recall: float
) -> None:
    found = measured(path)
    assert found["traps_in"] == 0
    assert found["precision"] >= 0.9
    assert found["recall"] >= recall


def test_in_words_it_is_a_table() -> None:
    result = CliRunner().invoke(evaluate, ["memory", "--examples", str(UNSEEN)])
    lines = result.stdout.splitlines()
    assert any(line.split()[:2] == ["groups", "cases"] for line in lines)
    assert any(line.split()[:2] == ["quiet", "10"] for line in lines)
