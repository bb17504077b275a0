"""What the safety screen is measured with, as sentences."""

from __future__ import annotations

import json
from importlib import resources


def _sentences() -> list[str]:
    file = resources.files("coaching.evals") / "examples" / "safety_examples.jsonl"
    rows = (json.loads(line) for line in file.read_text("utf-8").splitlines() if line)
    return [row["utterance"] for row in rows]


SAFETY_EXAMPLES = _sentences()
