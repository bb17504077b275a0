"""What is remembered by rules, measured; the traps are also offered by somebody who obeys them.

`memory_unseen` was written after the rules; at first look precision was 0.93 and recall 0.47. The
gate has learned from it since (`May` is a month), the rules that find memories have not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from coaching import evals
from coaching.cli.eval import evaluate

TRAPS = Path(evals.__file__).parent / "examples" / "memory_traps.jsonl"
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


def test_on_messages_they_were_not_written_from_the_rules_find_half_and_invent_nothing() -> None:
    found = measured(UNSEEN)
    assert found["traps_in"] == 0
    assert found["precision"] >= 0.9
    assert found["recall"] >= 0.5


def test_in_words_it_is_a_table() -> None:
    result = CliRunner().invoke(evaluate, ["memory", "--examples", str(UNSEEN)])
    lines = result.stdout.splitlines()
    assert any(line.split()[:2] == ["groups", "cases"] for line in lines)
    assert any(line.split()[:2] == ["quiet", "10"] for line in lines)
