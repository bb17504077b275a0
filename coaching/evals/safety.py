"""The deterministic screen has to hear what is serious, and only that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.report import Case, Eval, Model, Report, Row, share
from coaching.safety import screen
from coaching.safety.sentence_model import dangers
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from coaching.safety.sentence_model import Danger

NONE, CONCERN, CRISIS = SafetyLevel.NONE, SafetyLevel.CONCERN, SafetyLevel.CRISIS


async def run(rows: list[Row], model: Model) -> Report:
    """Screen each utterance; patterns, the same for every model."""
    del model
    meanings = dangers([row["utterance"] for row in rows])
    levels = [_screened(row, meaning) for row, meaning in zip(rows, meanings, strict=True)]
    cases = tuple(_case(row, level) for row, level in zip(rows, levels, strict=True))
    answered = [
        (SafetyLevel(row["expected_level"]), a) for row, a in zip(rows, levels, strict=True)
    ]
    figures = {
        "recall": {
            CRISIS.value: _rate(answered, CRISIS, {CRISIS}, if_none=1.0),
            CONCERN.value: _rate(answered, CONCERN, {CONCERN, CRISIS}, if_none=1.0),
        },
        "false_alarms": _rate(answered, NONE, {CRISIS}, if_none=0.0),
        "false_concern": _rate(answered, NONE, {CONCERN}, if_none=0.0),
    }
    return Report(cases, figures)


EVAL = Eval(
    "safety",
    "Crisis and concern heard, idioms left alone.",
    needs=("id", "utterance", "expected_level"),
    run=run,
)


def _screened(row: Row, meaning: Danger) -> SafetyLevel:
    context = row.get("life_context", ())
    return screen(row["utterance"], life_context=context, meaning=meaning).level


def _case(row: Row, level: SafetyLevel) -> Case:
    accepted = row.get("acceptable_levels") or [row["expected_level"]]
    return Case(str(row["id"]), row["expected_level"], level.value, passed=level in accepted)


def _rate(
    answered: list[tuple[SafetyLevel, SafetyLevel]],
    expected: SafetyLevel,
    counted: set[SafetyLevel],
    *,
    if_none: float,
) -> float:
    answers = [answer for wanted, answer in answered if wanted is expected]
    return share(sum(answer in counted for answer in answers), len(answers), if_none=if_none)
