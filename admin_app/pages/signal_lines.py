"""Signals by type as lines: the same on the pages Metrics and Intel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from admin_app.components.charts import LineChart, line_path
from admin_app.copy import t

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from coaching.values.enums import SignalType


def signal_lines(signals: Mapping[SignalType, tuple[int, ...]]) -> list[LineChart]:
    """Return a line for each type, all on one scale; none when nothing was seen."""
    top = max((max(weeks) for weeks in signals.values()), default=0)
    if not top:
        return []
    return [line(t(f"metrics.signal.{kind}"), weeks, top) for kind, weeks in signals.items()]


def signal_numbers(
    signals: Mapping[SignalType, tuple[int, ...]], mondays: Sequence[date]
) -> list[list[str]]:
    """Return the table behind the lines, the newest week first; none when nothing was seen."""
    if not any(map(any, signals.values())):
        return []
    heads = [t("metrics.cohort"), *(t(f"metrics.signal.{kind}") for kind in signals)]
    rows = [
        [f"{monday:%d %b}", *(f"{weeks[place]:,}" for weeks in signals.values())]
        for place, monday in enumerate(mondays)
    ]
    return [heads, *reversed(rows)]


def line(name: str, weeks: Sequence[int], top: int) -> LineChart:
    """Return the line of a row: this week's number, and how the weeks before it compare."""
    figures = t("metrics.by_week", figures=", ".join(map(str, weeks)))
    change = _change(weeks)
    figure = f"{weeks[-1]:,}" if weeks[-1] or change else t("metrics.none")
    return LineChart(name, figure, line_path(weeks, top), figures, change)


def _change(weeks: Sequence[int]) -> str:
    """Compare whole weeks only: this one has just begun. Nothing to compare is said once."""
    whole = weeks[:-1]
    half = len(whole) // 2
    compared = whole[-2 * half :]
    if not any(compared):
        return t("metrics.none_before") if weeks[-1] else ""
    change = sum(compared[half:]) - sum(compared[:half])
    if not change:
        return t("metrics.as_many")
    return t("metrics.more" if change > 0 else "metrics.fewer", count=f"{abs(change):,}")
