"""What the Intel page shows of its numbers: bars, cells and rows that are ready to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from admin_app.components.charts import Bar, LineChart, share
from admin_app.components.data_table import Row, address
from admin_app.components.heat_map import HeatRow, heat
from admin_app.components.stage_flow import Band, band
from admin_app.copy import t
from admin_app.pages.signal_lines import line, signal_lines
from coaching.domains.people import service as people
from coaching.values.enums import Stage, Verdict

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.domains.metrics.intel import Intel

ANSWERS = ("as_written", "mended", "refused", "failed_runs")
HOURS_OF_A_DAY = 24


def signals(found: Intel) -> list[LineChart]:
    """Return the types, then how many of them asked for a run at once, on its own scale."""
    rows = signal_lines(found.signals)
    if not rows:
        return []
    return [*rows, line(t("intel.urgent"), found.urgent, max(found.urgent))]


def stages(found: Intel) -> list[Bar]:
    """Return a bar for each stage, in their order."""
    most = max((people or 0 for people in found.known.stages.values()), default=0)
    return [
        Bar(
            t(f"intel.stage.{stage}"),
            count(people),
            share(people or 0, most),
            accent=f"stage-{stage}",
        )
        for stage, people in found.known.stages.items()
        if found.known.people
    ]


def lenses(found: Intel) -> list[HeatRow]:
    """Return the heat map of lenses by tension."""
    if not found.known.people:
        return []
    most = max(shown or 0 for row in found.known.lenses.values() for shown in row.values())
    return [
        HeatRow(
            t(f"intel.lens.{lens}"),
            [heat(count(shown), shown or 0, most) for shown in by_tension.values()],
        )
        for lens, by_tension in found.known.lenses.items()
    ]


def waiting(found: Intel, now: datetime) -> list[Row]:
    """Return the urgent signals that wait, with their age and a link to the person."""
    return [
        Row(
            [people.short_id(one.user_id), t(f"metrics.signal.{one.kind}"), _age(now, one.at)],
            href=address("/person", id=str(one.user_id)),
        )
        for one in found.waiting
    ]


def resistance(found: Intel) -> list[list[str]]:
    """Return each tension with its deflections and breakthroughs; none without any."""
    if not any(one.deflections != 0 or one.breakthroughs != 0 for one in found.resistance.values()):
        return []
    return [
        [t(f"metrics.tension.{tension}"), count(one.deflections), count(one.breakthroughs)]
        for tension, one in found.resistance.items()
    ]


def bands(found: Intel) -> list[Band]:
    """Return the moves as bands; a hidden one is as thin as they get."""
    most = max((moved or 0 for moved in found.known.moves.values()), default=0) or 1
    order = list(Stage)
    return [
        band(order.index(then), order.index(now), moved or 0, most)
        for (then, now), moved in found.known.moves.items()
    ]


def moves(found: Intel) -> list[list[str]]:
    """Return the same moves as rows, the heads first; none without any."""
    rows = [
        [t(f"intel.stage.{then}"), t(f"intel.stage.{now}"), count(moved)]
        for (then, now), moved in found.known.moves.items()
    ]
    return [t("intel.moves_columns").split(" | "), *rows] if rows else []


def quality(found: Intel) -> list[list[str]]:
    """Return what became of the Strategist's answers, and how often people corrected Toney."""
    answers = [
        [t(f"intel.quality.{name}"), f"{getattr(found.answers, name):,}"] for name in ANSWERS
    ]
    corrected = sum(
        times for verdict, times in found.corrections.items() if verdict is not Verdict.TRUE
    )
    return [*answers, [t("intel.quality.corrected"), f"{corrected:,}"]]


def count(shown: int | None) -> str:
    """Return a count, or the sign for a hidden group."""
    return t("intel.hidden") if shown is None else f"{shown:,}"


def counted(found: Intel, now: datetime) -> str:
    """Return when the job counted what it counts."""
    minutes = int((now - found.known.at).total_seconds() // 60)
    ago = t("intel.counted_ago", minutes=minutes) if minutes else t("intel.counted_now")
    return t("intel.counted", when=ago)


def _age(now: datetime, at: datetime) -> str:
    hours = int((now - at).total_seconds() // 3600)
    if hours < HOURS_OF_A_DAY:
        return t("intel.hours", count=hours)
    days = hours // HOURS_OF_A_DAY
    return t("intel.day") if days == 1 else t("intel.days", count=days)
