"""From answers to a tension: points, ties, confidence. Pure; never throws.

This is arithmetic over a coaching vocabulary, not a test of a person: the person decides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from coaching.content.onboarding import load_onboarding
from coaching.content.tensions import ALL_TENSIONS

if TYPE_CHECKING:
    from coaching.values.enums import Tension

ConfidenceLabel = Literal["high", "medium", "low", "none"]

PRIORITY = ("q1", "q4", "q3", "q5", "q7", "q2", "q6")
"""Ties go to what I do before what I believe."""
SECONDARY_MIN_POINTS = 4
SECONDARY_MIN_SHARE = 0.25
FULL_LEAD_PICKS = 5
CANDIDATE_DISTANCE = 2
MAX_CANDIDATES = 3
HIGH = 0.75
MEDIUM = 0.55


@dataclass(frozen=True, slots=True)
class TensionResult:
    """Result of the quiz. `leads` maps each scored answer's question to its lead tension."""

    primary: Tension | None
    secondary: Tension | None
    scores: dict[Tension, int]
    leads: dict[str, Tension]
    confidence: float
    confidence_label: ConfidenceLabel
    needs_user_pick: bool
    candidates: tuple[Tension, ...]

    def chosen(self, tension: Tension) -> TensionResult:
        """Return the result with the tension that the person picked; their choice overrides."""
        return replace(
            self,
            primary=tension,
            secondary=_secondary(tension, self.scores, self.leads),
            needs_user_pick=False,
        )


def identify_tension(answers: object) -> TensionResult:
    """Return the tension that the answers point to; unknown or missing answers are ignored."""
    scores, leads = _count(answers)
    ranked = _ranked(scores, leads)
    top, runner_up = ranked[0], ranked[1]
    if not scores[top]:
        return TensionResult(
            primary=None,
            secondary=None,
            scores=scores,
            leads=leads,
            confidence=0.0,
            confidence_label="none",
            needs_user_pick=True,
            candidates=ALL_TENSIONS,
        )
    confidence = _confidence(scores[top], scores[runner_up], _picks(leads, top), len(leads))
    label = _label(confidence)
    near = tuple(t for t in ranked if scores[top] - scores[t] <= CANDIDATE_DISTANCE)
    return TensionResult(
        primary=top,
        secondary=_secondary(top, scores, leads),
        scores=scores,
        leads=leads,
        confidence=confidence,
        confidence_label=label,
        needs_user_pick=label == "low" or scores[top] == scores[runner_up],
        candidates=near[:MAX_CANDIDATES],
    )


def _count(answers: object) -> tuple[dict[Tension, int], dict[str, Tension]]:
    scores = dict.fromkeys(ALL_TENSIONS, 0)
    leads: dict[str, Tension] = {}
    given = cast("Mapping[str, object]", answers if isinstance(answers, Mapping) else {})
    for question in load_onboarding().scored:
        option = question.option(given.get(question.id))
        if option is None or option.primary is None:
            continue
        leads[question.id] = option.primary
        for tension, points in option.scores.items():
            scores[tension] += points
    return scores, leads


def _ranked(scores: dict[Tension, int], leads: dict[str, Tension]) -> list[Tension]:
    def order(tension: Tension) -> tuple[int, int, int, int]:
        first = next((i for i, q in enumerate(PRIORITY) if leads.get(q) == tension), len(PRIORITY))
        return -scores[tension], -_picks(leads, tension), first, ALL_TENSIONS.index(tension)

    return sorted(ALL_TENSIONS, key=order)


def _picks(leads: dict[str, Tension], tension: Tension) -> int:
    return sum(lead == tension for lead in leads.values())


def _secondary(
    primary: Tension, scores: dict[Tension, int], leads: dict[str, Tension]
) -> Tension | None:
    least = max(SECONDARY_MIN_POINTS, SECONDARY_MIN_SHARE * scores[primary])
    others = (t for t in _ranked(scores, leads) if t != primary)
    return next((t for t in others if scores[t] >= least and _picks(leads, t)), None)


def _confidence(top: int, runner_up: int, lead_picks: int, answered: int) -> float:
    margin = (top - runner_up) / top
    share = answered / len(PRIORITY)
    exact = 0.4 * margin + 0.4 * min(1.0, lead_picks / FULL_LEAD_PICKS) + 0.2 * share
    return math.floor(exact * 100 + 0.5) / 100


def _label(confidence: float) -> ConfidenceLabel:
    if confidence >= HIGH:
        return "high"
    return "medium" if confidence >= MEDIUM else "low"
