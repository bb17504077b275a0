"""The answers of invented people have to lead to the tension and the guesses that were meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import hypotheses_for, identify_tension, load_onboarding
from coaching.evals.report import Case, Eval, Model, Report, Row
from coaching.safety import screen
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Sequence

_SERIOUSNESS = tuple(SafetyLevel)


async def run(rows: list[Row], model: Model) -> Report:
    """Score each person's answers; arithmetic and rules, the same for every model."""
    del model
    return Report(tuple(_case(row) for row in rows), {})


EVAL = Eval(
    "onboarding",
    "Tension, confidence and hypotheses from answers.",
    needs=("id", "answers", "expected"),
    run=run,
)


def _case(row: Row) -> Case:
    found = _found(row)
    expected = {name: value for name, value in row["expected"].items() if name in found}
    got = {name: found[name] for name in expected}
    return Case(str(row["id"]), expected, got, passed=got == expected)


def _found(row: Row) -> dict[str, object]:
    context = row.get("context", [])
    result = identify_tension(row.get("answers"))
    choice = hypotheses_for(result, context)
    return {
        "primary": result.primary,
        "secondary": result.secondary,
        "scores": dict(result.scores),
        "confidence": result.confidence,
        "confidence_label": result.confidence_label,
        "needs_user_pick": result.needs_user_pick,
        "candidates": list(result.candidates),
        "hypothesis_rules": [candidate.id for candidate in choice.candidates],
        "suppressed_rules": list(choice.suppressed),
        "safety": _safety(context, row.get("emotional_why", "")),
    }


def _safety(context: Sequence[str], why: str) -> dict[str, str]:
    said = screen(why, life_context=context)
    effects = load_onboarding().context.effects
    found = [(said.level, said.category)]
    found += [(effects[name].level, effects[name].category) for name in context if name in effects]
    level, category = max(found, key=lambda item: _SERIOUSNESS.index(item[0]))
    return {"level": level, "category": category}
