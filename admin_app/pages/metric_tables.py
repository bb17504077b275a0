"""The tables behind the tiles of the Metrics page: every number that a tile sums up."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from admin_app.components.charts import share
from admin_app.copy import t
from admin_app.pages.metric_rows import seconds
from admin_app.pages.model_words import dollars
from coaching.values.conversations import Feedback
from coaching.values.enums import PrescribedBy, SafetyLevel

if TYPE_CHECKING:
    from coaching.domains.metrics.service import Metrics

Rows = list[list[str]]


def replies(found: Metrics) -> Rows:
    """Return the time to the first word by percentile."""
    return [[f"{percent}%", seconds(ms)] for percent, ms in found.reply_times.items()]


def cards(found: Metrics) -> Rows:
    """Return new cards by who made them, and what became of cards."""
    made = [(f"by_{one}", found.cards.by.get(one, 0)) for one in PrescribedBy]
    became = [(name, getattr(found.cards, name)) for name in ("done", "skipped", "graduated")]
    return [[t(f"metrics.cards.{name}"), f"{count:,}"] for name, count in (*made, *became)]


def concerns(found: Metrics) -> Rows:
    """Return how many messages were of each safety level."""
    levels = (SafetyLevel.CONCERN, SafetyLevel.CRISIS)
    return [[t(f"safety.level.{one}"), f"{found.safety.get(one, 0):,}"] for one in levels]


def answers(found: Metrics) -> Rows:
    """Return what people said of their sessions."""
    asked = sum(found.feedback.values())
    return [
        [
            t(f"metrics.answers.{one}"),
            f"{found.feedback.get(one, 0):,}",
            share(found.feedback.get(one, 0), asked) if asked else "–",
        ]
        for one in Feedback
    ]


def costs(found: Metrics) -> Rows:
    """Return what each agent's calls to each model cost, and what the cache saved."""
    sums: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in found.costs:
        figures = (one.calls, one.microusd, one.uncached_microusd)
        of = sums[one.role, one.model]
        sums[one.role, one.model] = [a + b for a, b in zip(of, figures, strict=True)]
    return [
        [
            t(f"costs.role.{role}"),
            model,
            f"{calls:,}",
            dollars(spent, 2),
            f"{(plain - spent) / plain:.1%}" if plain else "–",
        ]
        for (role, model), (calls, spent, plain) in sorted(sums.items())
    ]
