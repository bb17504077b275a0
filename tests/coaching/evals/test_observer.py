"""The Observer by rules, measured on exchanges the rules were not written from.

`observer_unseen` was written last and nothing was tuned on its signals. `observer_after_the_rules`
was written after the rules too (macro F1 at first look, split by split: 0.76, 0.47, 0.68, 0.76);
the rules have learned from its failures since, so it guards against going back. So have they from
`observer_story_lines`, written before the rules were opened again: 0.73 at first look, when one
message of six that shows nothing was read as a report; `observer_unseen` stayed at 0.71.
`observer_by_the_way` was written from the definitions before the rules were opened a third time,
by the one who opened them: 0.64 at first look, 0.87 after, some of it learned from its failures;
`observer_unseen` stayed at 0.71 again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from coaching import evals
from coaching.cli.eval import evaluate

GIVEN = Path(evals.__file__).parent / "examples" / "observer_examples.jsonl"
OWN = Path(__file__).parents[1] / "offline" / "examples"
TYPES = {"breakthrough", "deflection", "emotional", "practice_checkin", "topic_shift"}


SEEN = TYPES - {"deflection"}
"""The rules note no moving away since 27 November: it depends too much on what is meant."""


def measured(path: Path) -> dict[str, Any]:
    result = CliRunner().invoke(evaluate, ["observer", "--examples", str(path), "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def one(path: Path, user: str, *types: str) -> dict[str, Any]:
    signals = [{"signal_type": name} for name in types]
    exchange = {"prev_coach": "How was that?", "user": user, "coach": "Mm."}
    row = {"id": "a", "exchange": exchange, "expected": {"signals": signals}}
    path.write_text(json.dumps(row) + "\n", "utf-8")
    return measured(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "least"),
    [
        (GIVEN, 0.94),
        (OWN / "observer_after_the_rules.jsonl", 0.92),
        (OWN / "observer_story_lines.jsonl", 0.91),
        (OWN / "observer_by_the_way.jsonl", 0.85),
        (OWN / "observer_unseen.jsonl", 0.69),
        (OWN / "observer_spanish.jsonl", 0.9),
    ],
    ids=["given", "after_the_rules", "story_lines", "by_the_way", "unseen", "spanish"],
)
def test_the_signals_are_seen(path: Path, least: float) -> None:
    found = measured(path)
    seen = [found["types"][name]["f1"] for name in SEEN]
    assert sum(seen) / len(seen) >= least
    assert found["none_specificity"] >= 0.9
    assert found["urgency"]["recall"] >= 0.9
    assert found["types"].keys() == TYPES


def test_a_case_passes_when_exactly_what_is_meant_is_seen(tmp_path: Path) -> None:
    right = one(tmp_path / "right.jsonl", "I'm terrified", "emotional")
    wrong = one(tmp_path / "wrong.jsonl", "I'm terrified")
    assert (right["passed"], right["failures"]) == (1, [])
    assert wrong["passed"] == 0
    assert wrong["failures"] == [
        {
            "id": "a",
            "expected": {"types": [], "urgent": False},
            "got": {"types": ["emotional"], "urgent": False},
        }
    ]
    assert wrong["none_specificity"] == 0.0
