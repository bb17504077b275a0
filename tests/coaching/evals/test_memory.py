"""What is remembered by rules, measured; the traps are also offered by somebody who obeys them.

`memory_unseen` was written after the rules; at first look precision was 0.93 and recall 0.47. The
gate has learned from it since (`May` is a month), and the rules from four of its forty rows.
`memory_story_lines` holds what people say by the way: recall 0.20 at first look.
`memory_texting` was written by people who hadn't seen the gate: at first look it kept 54 of 60 and
let one of 30 in. `memory_texting_more` is by the authors of the gate.
`memory_scopes` and `memory_scopes_apart` are two halves of rows written before the rules for pasted
text, stories, take-backs and overstatement: those were fitted to the first half only. Of 45 false
ones each, 24 and 28 had got in as said in earnest before.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from coaching import evals
from coaching.cli.eval import evaluate

EXAMPLES = Path(evals.__file__).parent / "examples"
TRAPS = EXAMPLES / "memory_traps.jsonl"
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


@pytest.mark.slow
def test_no_trap_gets_in_whoever_proposes_it() -> None:
    found = measured(TRAPS)
    assert found["traps"] >= 40
    assert set(found["groups"]) - {"positive"} >= KINDS
    assert (found["traps_in"], found["proposals_in"]) == (0, 0), found["failures"]
    assert found["proposals"] > found["traps"], "there has to be something to refuse"


@pytest.mark.slow
def test_the_rules_find_what_they_were_written_from() -> None:
    found = measured(TRAPS)
    assert found["failures"] == []
    assert (found["precision"], found["recall"]) == (1.0, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "recall"), [(UNSEEN, 0.6), (STORY_LINES, 0.8)])
def test_what_people_say_by_the_way_is_found_and_nothing_is_invented(
    path: Path, recall: float
) -> None:
    found = measured(path)
    assert found["traps_in"] == 0
    assert found["precision"] >= 0.9
    assert found["recall"] >= recall


@pytest.mark.parametrize(
    ("name", "true", "false"),
    [("memory_texting.jsonl", 76, 30), ("memory_texting_more.jsonl", 80, 48)],
)
def test_of_proposals_in_texting_style_the_true_ones_are_kept(
    name: str, true: int, false: int
) -> None:
    found = measured(EXAMPLES / name)
    assert (found["true"], found["false"]) == (true, false)
    assert found["true_kept_share"] >= 0.95, found["failures"]
    assert found["false_in"] == 0, found["failures"]


@pytest.mark.parametrize(
    ("name", "as_said", "false_in"),
    [("memory_scopes.jsonl", 0, 2), ("memory_scopes_apart.jsonl", 5, 7)],
)
def test_pasted_text_stories_and_what_was_taken_back_stay_out(
    name: str, as_said: int, false_in: int
) -> None:
    found = measured(EXAMPLES / name)
    assert (found["true"], found["false"]) == (30, 45)
    assert found["true_kept"] >= 27, found["failures"]
    assert found["false_in_as_said"] <= as_said, found["failures"]
    assert found["false_in"] <= false_in, found["failures"]


def test_no_pair_of_memories_loses_one() -> None:
    found = measured(EXAMPLES / "memory_pairs.jsonl")
    assert found["pairs"] >= 60
    assert (found["wrong_replacements"], found["swallowed"]) == (0, 0), found["failures"]
    assert found["changes_found"] == "20 of 20"


def test_quietly_it_shows_numbers_and_no_example() -> None:
    found = measured(EXAMPLES / "memory_pairs.jsonl", "--quiet")
    assert found["failures"] == []
    assert found["passed"] < found["cases"]


def test_in_words_it_is_a_table() -> None:
    result = CliRunner().invoke(evaluate, ["memory", "--examples", str(UNSEEN)])
    lines = result.stdout.splitlines()
    assert any(line.split()[:2] == ["groups", "cases"] for line in lines)
    assert any(line.split()[:2] == ["quiet", "10"] for line in lines)
