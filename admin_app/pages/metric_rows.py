"""What the Metrics page shows of the numbers: figures, bars and rows that are ready to read."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from admin_app.components.charts import Bar, ColumnChart, columns_path, share
from admin_app.components.heat_map import Heat, HeatRow, heat
from admin_app.copy import t
from coaching.domains.metrics.service import WEEKS
from coaching.domains.metrics.small_groups import shown
from coaching.domains.practices.content import load_library
from coaching.values.enums import PrescribedBy, SafetyLevel, Stage
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coaching.domains.metrics.quality import Failures
    from coaching.domains.metrics.service import Cohort, Metrics
    from coaching.values.enums import Tension

MOST_STEPS = 2
ENGAGED = ("week", "month", "earlier")


def figures(found: Metrics) -> dict[str, str]:
    """Return the number of each tile."""
    ended = sum(found.feedback.values())
    return {
        "new": f"{found.funnel.wrote:,}",
        "active": f"{found.active_week:,}",
        "returned": f"{found.funnel.came_back:,}",
        "focus": f"{found.cards.done:,}",
        "exercises": f"{sum(one.done for one in found.practices):,}",
        "helped": share(found.feedback.get("helped", 0), ended) if ended else "–",
        "messages": f"{found.messages:,}",
        "wins": f"{found.wins:,}",
        "first_word": _seconds(found.reply_times.get(50)),
        "safety": f"{sum(found.safety.values()):,}",
    }


def notes(found: Metrics) -> dict[str, str]:
    """Return the sentence under each number."""
    ended = sum(found.feedback.values())
    crises = found.safety.get(SafetyLevel.CRISIS, 0)
    return {
        "new": t("metrics.new_note", started=f"{found.funnel.started:,}"),
        "active": t(
            "metrics.active_note", day=f"{found.active_day:,}", month=f"{found.active_month:,}"
        ),
        "returned": t("metrics.returned_note", wrote=f"{found.funnel.wrote:,}"),
        "focus": t(
            "metrics.focus_note",
            skipped=f"{found.cards.skipped:,}",
            graduated=f"{found.cards.graduated:,}",
        ),
        "exercises": t(
            "metrics.exercises_note",
            started=f"{sum(one.started for one in found.practices):,}",
            kept=f"{sum(one.kept for one in found.practices):,}",
        ),
        "helped": t("metrics.helped_note", asked=f"{ended:,}"),
        "messages": t("metrics.messages_note", sessions=f"{found.sessions:,}"),
        "wins": t("metrics.wins_note", **_cards(found)),
        "first_word": t(
            "metrics.first_word_note",
            p90=_seconds(found.reply_times.get(90)),
            p95=_seconds(found.reply_times.get(95)),
        ),
        "safety": t("metrics.safety_note", crises=f"{crises:,}"),
    }


def active_chart(found: Metrics) -> ColumnChart:
    """Return a column for each day: the people who wrote."""
    people, most = [day.people for day in found.active], max(day.people for day in found.active)
    if not most:
        return ColumnChart()
    first, last = found.active[0].day, found.active[-1].day
    return ColumnChart(
        front=columns_path(people, most),
        top=f"{most:,}",
        first=f"{first:%d %b}",
        last=f"{last:%d %b}",
        figures=t("metrics.by_day", figures=", ".join(map(str, people))),
    )


def active_numbers(found: Metrics) -> list[list[str]]:
    """Return the table behind the line, the newest day first."""
    heads = [t("metrics.day"), t("metrics.people")]
    rows = [[f"{day.day:%d %b}", f"{day.people:,}"] for day in reversed(found.active)]
    return [heads, *rows] if any(day.people for day in found.active) else []


def funnel(found: Metrics) -> list[Bar]:
    """Return how many got how far, and the share of the step before."""
    steps: dict[str, int] = asdict(found.funnel)
    counts = list(steps.values())
    if not counts[0]:
        return []
    before = [counts[0], *counts]
    return [
        Bar(
            t(f"metrics.funnel.{step}"),
            f"{count:,}",
            share(count, counts[0]),
            share(count, previous) if place else "",
        )
        for place, (step, count, previous) in enumerate(zip(steps, counts, before, strict=False))
    ]


def engagement_bars(found: Metrics) -> list[Bar]:
    """Return a bar for each span, paler the longer ago people wrote."""
    counts = {span: getattr(found.engagement, span) for span in ENGAGED}
    most = max(counts.values())
    return [
        Bar(t(f"metrics.engaged.{span}"), f"{count:,}", share(count, most), accent=f"wrote-{span}")
        for span, count in counts.items()
        if most
    ]


def tension_bars(tensions: Mapping[Tension | None, int]) -> list[Bar]:
    """Return a bar for each tension, the most frequent first and hidden ones last."""
    counts = [(tension, shown(people)) for tension, people in tensions.items()]
    rows = sorted(counts, key=lambda row: (-(row[1] or 0), str(row[0])))
    most = _most(tensions)
    return [
        _bar(t(f"metrics.tension.{tension or 'none'}"), people, most, tension or "")
        for tension, people in rows
    ]


def _most(groups: Mapping[Any, int]) -> int:
    return max((shown(people) or 0 for people in groups.values()), default=0)


def _bar(name: str, people: int | None, most: int, accent: str) -> Bar:
    """Return the bar of a group of people; a hidden one is a dash."""
    figure = t("intel.hidden") if people is None else f"{people:,}"
    return Bar(name, figure, share(people or 0, most), accent=accent)


def _signed(change: float) -> str:
    """Return a change with its sign and one digit; none has no sign."""
    found = f"{change:+.1f}".replace("-", "−")
    return "0.0" if found[1:] == "0.0" else found


def seconds(ms: float) -> str:
    """Return a time with the digits of the steps of 50 ms that it is counted in."""
    return f"{ms / 1000:.2f} s"


def stage_bars(stages: Mapping[Stage | None, int]) -> list[Bar]:
    """Return a bar for each stage of change, in order, without empty ones."""
    most = _most(stages)
    return [
        _bar(
            t(f"intel.stage.{stage}") if stage else t("metrics.no_stage"),
            shown(stages[stage]),
            most,
            f"stage-{stage}" if stage else "",
        )
        for stage in (*Stage, None)
        if stage in stages
    ]


def cohort_rows(cohorts: Sequence[Cohort]) -> list[HeatRow]:
    """Return a row for each week; none before anybody wrote."""
    is_empty = not any(cohort.people for cohort in cohorts)
    return [] if is_empty else [cohort_row(cohort) for cohort in cohorts]


def cohort_row(cohort: Cohort) -> HeatRow:
    """Return a cohort with the percent who wrote in each week since, darker the more they are."""
    shares = [
        heat(share(count, cohort.people), count, cohort.people) if cohort.people else Heat("")
        for count in cohort.active
    ]
    unknown = [Heat("")] * (WEEKS - len(shares))
    return HeatRow(f"{cohort.monday:%d %b}", [Heat(f"{cohort.people:,}"), *shares, *unknown])


def used_rows(found: Metrics) -> list[list[str]]:
    """Return each usage event with how often and by how many people."""
    return [
        [t(f"used.{event}"), f"{used.times:,}", f"{used.people:,}"]
        for event, used in found.used.items()
        if event in UsageEvent
    ]


def practice_rows(found: Metrics) -> list[list[str]]:
    """Return each exercise: what became of it, where people left, and whether to review it."""
    return [
        [
            one.title,
            f"{one.started:,}",
            f"{one.done:,}",
            f"{one.kept:,}",
            "–" if one.change is None else _signed(one.change),
            f"{one.too_much:,}",
            ", ".join(_left(one.id, *left) for left in one.left_at[:MOST_STEPS]) or "–",
            t("metrics.practices_review") if one.is_to_review else "",
        ]
        for one in found.practices
    ]


def failure_rows(failures: Sequence[Failures]) -> list[list[str]]:
    """Return each model or tool with its calls and the share that failed."""
    return [
        [one.name, f"{one.asked:,}", f"{one.failed:,}", f"{one.failed / one.asked:.1%}"]
        for one in failures
    ]


def _left(practice: str, step: str, times: int) -> str:
    """Return a step by its number and name, with how often people stopped there."""
    found = load_library().find(practice)
    steps = list(found.steps) if found else []
    if step not in steps:
        return t("metrics.stopped_at_start", name=step, times=f"{times:,}")
    return t("metrics.stopped", place=steps.index(step) + 1, name=step, times=f"{times:,}")


def _cards(found: Metrics) -> dict[str, str]:
    prescribed = found.cards.by.get(PrescribedBy.STRATEGIST, 0)
    others = sum(found.cards.by.values()) - prescribed
    return {"prescribed": f"{prescribed:,}", "kept": f"{others:,}"}


def _seconds(ms: int | None) -> str:
    return "–" if ms is None else seconds(ms)
