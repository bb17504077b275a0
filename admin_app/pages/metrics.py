"""How people use Toney: who comes, who comes back, what they use. Nobody's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.charts import Bar, Line, bars, lines, share
from admin_app.components.figures import stat, table
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages.signal_lines import signal_lines
from coaching.domains.metrics.service import WEEKS, metrics
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from coaching.domains.metrics.service import Cohort, Metrics

Days = Literal[7, 30, 90]
RANGES: tuple[Days, ...] = (7, 30, 90)
FIGURES = ("new", "active", "returned", "focus", "exercises", "helped")


class MetricsState(rx.State):
    days: rx.Field[int] = rx.field(30)
    figures: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    notes: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    funnel: rx.Field[list[Bar]] = rx.field(default_factory=list)
    tensions: rx.Field[list[Bar]] = rx.field(default_factory=list)
    signals: rx.Field[list[Line]] = rx.field(default_factory=list)
    cohorts: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    used: rx.Field[list[list[str]]] = rx.field(default_factory=list)

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the numbers."""
        here = engine()
        self._show(await metrics(here.db, now=here.clock.now(), days=self.days))

    @rx.event
    @arrival.own_act
    async def choose_range(self, days: Days) -> list[rx.event.EventCallback[()]]:
        self.days = days
        return [MetricsState.load]

    def _show(self, found: Metrics) -> None:
        self.figures, self.notes = _figures(found), _notes(found)
        self.funnel = _funnel(found)
        self.tensions = _tensions(found)
        self.signals = signal_lines(found.signals)
        self.cohorts = [_cohort(cohort) for cohort in found.cohorts]
        self.used = [
            [t(f"used.{event}"), f"{used.times:,}", f"{used.people:,}"]
            for event, used in found.used.items()
        ]


def metrics_page() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.el.div(
                rx.el.h1(t("metrics.title"), class_name=theme.TITLE),
                rx.el.p(t("metrics.note"), class_name=theme.NOTE),
            ),
            rx.el.div(
                *map(_range, RANGES),
                role="group",
                aria_label=t("metrics.range"),
                class_name=theme.RANGES,
            ),
            class_name=theme.HEAD,
        ),
        rx.el.dl(
            *[
                stat(
                    name,
                    t(f"metrics.{name}"),
                    MetricsState.figures[name],
                    MetricsState.notes[name],
                )
                for name in FIGURES
            ],
            class_name=theme.STATS,
        ),
        table(
            t("metrics.cohorts"),
            (t("metrics.cohort"), t("metrics.people"), *map(str, range(WEEKS))),
            MetricsState.cohorts,
            nothing=t("overview.nothing"),
        ),
        rx.el.p(t("metrics.cohorts_note"), class_name=theme.NOTE),
        rx.el.div(
            bars(
                t("metrics.funnel"),
                MetricsState.funnel,
                note=t("metrics.funnel_note"),
                nothing=t("overview.nothing"),
            ),
            lines(
                t("metrics.signals"),
                MetricsState.signals,
                note=t("metrics.signals_note"),
                nothing=t("overview.nothing"),
            ),
            bars(
                t("metrics.tensions"),
                MetricsState.tensions,
                note=t("metrics.tensions_note"),
                nothing=t("overview.nothing"),
            ),
            table(
                t("metrics.used"),
                t("overview.used_columns").split(" | "),
                MetricsState.used,
                nothing=t("overview.nothing"),
            ),
            class_name=theme.PANELS,
        ),
    )


def _range(days: Days) -> rx.Component:
    return rx.el.button(
        t("metrics.days", count=days),
        type="button",
        on_click=MetricsState.choose_range(days),
        aria_pressed=rx.cond(MetricsState.days == days, "true", "false"),
        class_name=theme.RANGE,
        data_testid=f"range-{days}",
    )


def _figures(found: Metrics) -> dict[str, str]:
    used = {event: seen.times for event, seen in found.used.items()}
    return {
        "new": f"{found.funnel.wrote:,}",
        "active": f"{found.active_week:,}",
        "returned": f"{found.funnel.came_back:,}",
        "focus": f"{used.get(UsageEvent.FOCUS_DONE, 0):,}",
        "exercises": f"{sum(one.done for one in found.practices):,}",
        "helped": f"{found.feedback.get('helped', 0):,}",
    }


def _notes(found: Metrics) -> dict[str, str]:
    used = {event: seen.times for event, seen in found.used.items()}
    return {
        "new": t("metrics.new_note", started=f"{found.funnel.started:,}"),
        "active": t(
            "metrics.active_note", day=f"{found.active_day:,}", month=f"{found.active_month:,}"
        ),
        "returned": t("metrics.returned_note", wrote=f"{found.funnel.wrote:,}"),
        "focus": t("metrics.focus_note", skipped=f"{used.get(UsageEvent.FOCUS_SKIPPED, 0):,}"),
        "exercises": t(
            "metrics.exercises_note",
            started=f"{sum(one.started for one in found.practices):,}",
            kept=f"{sum(one.kept for one in found.practices):,}",
        ),
        "helped": t("metrics.helped_note", not_today=f"{found.feedback.get('not_today', 0):,}"),
    }


def _funnel(found: Metrics) -> list[Bar]:
    steps = ("started", "answered", "wrote", "came_back")
    counts = [getattr(found.funnel, step) for step in steps]
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


def _tensions(found: Metrics) -> list[Bar]:
    most = max(found.tensions.values(), default=0)
    rows = sorted(found.tensions.items(), key=lambda row: (-row[1], str(row[0])))
    return [
        Bar(t(f"metrics.tension.{tension or 'none'}"), f"{people:,}", share(people, most))
        for tension, people in rows
    ]


def _cohort(cohort: Cohort) -> list[str]:
    shares = [share(count, cohort.people) if cohort.people else "" for count in cohort.active]
    return [
        f"{cohort.monday:%d %b}",
        f"{cohort.people:,}",
        *shares,
        *[""] * (WEEKS - len(shares)),
    ]


PAGE = Page("metrics", "/metrics", "chart_line", metrics_page, MetricsState.load)
