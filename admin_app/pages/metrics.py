"""How people use Toney: who comes, who comes back, what they use. Nobody's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.charts import Bar, ColumnChart, LineChart, bars, columns, lines
from admin_app.components.data_table import address
from admin_app.components.download import download
from admin_app.components.figures import stat, table
from admin_app.components.filter_bar import filter_bar
from admin_app.components.heat_map import HeatRow, heat_map
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages import metric_rows, metric_tables
from admin_app.pages.metric_filters import choices, read_filters
from admin_app.pages.signal_lines import signal_lines, signal_numbers
from coaching.domains.metrics.filtered import shown_metrics
from coaching.domains.metrics.service import WEEKS
from coaching.domains.metrics.small_groups import SMALLEST_GROUP

if TYPE_CHECKING:
    from collections.abc import Collection

    from coaching.domains.metrics.service import Metrics

FIGURES = (
    "new",
    "active",
    "returned",
    "helped",
    "messages",
    "focus",
    "exercises",
    "wins",
    "first_word",
    "safety",
)
TABLES = ("replies", "cards", "concerns", "answers")


class MetricsState(rx.State):
    chosen: rx.Field[dict[str, str]] = rx.field(
        default_factory=lambda: dict(read_filters({}).chosen)
    )
    csv: rx.Field[str] = rx.field("")
    hidden: str = ""
    figures: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    notes: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    active: rx.Field[ColumnChart] = rx.field(default_factory=ColumnChart)
    funnel: rx.Field[list[Bar]] = rx.field(default_factory=list)
    engagement: rx.Field[list[Bar]] = rx.field(default_factory=list)
    tensions: rx.Field[list[Bar]] = rx.field(default_factory=list)
    stages: rx.Field[list[Bar]] = rx.field(default_factory=list)
    signals: rx.Field[list[LineChart]] = rx.field(default_factory=list)
    active_numbers: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    signal_numbers: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    cohorts: rx.Field[list[HeatRow]] = rx.field(default_factory=list)
    used: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    practices: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    models: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    tools: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    replies: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    cards: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    concerns: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    answers: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    costs: rx.Field[list[list[str]]] = rx.field(default_factory=list)

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the numbers of the range and the people that the address names."""
        here = engine()
        filters = read_filters(dict(self.router.url.query_parameters))
        found = await shown_metrics(
            here.db,
            now=here.clock.now(),
            days=filters.days,
            scope=filters.scope,
            provider=filters.provider,
            basis=here.basis,
        )
        self.reset()
        self.chosen = dict(filters.chosen)
        self.csv = address("/downloads/metrics.csv", **self.chosen)
        if found is None:
            self.hidden = t("metrics.hidden", smallest=SMALLEST_GROUP)
        else:
            self._show(found)

    def _show(self, found: Metrics) -> None:
        self.figures, self.notes = metric_rows.figures(found), metric_rows.notes(found)
        self.active = metric_rows.active_chart(found)
        self.active_numbers = metric_rows.active_numbers(found)
        self.funnel = metric_rows.funnel(found)
        self.engagement = metric_rows.engagement_bars(found)
        self.tensions = metric_rows.tension_bars(found.tensions)
        self.stages = metric_rows.stage_bars(found.stages)
        self.signals = signal_lines(found.signals)
        mondays = [cohort.monday for cohort in found.cohorts]
        self.signal_numbers = signal_numbers(found.signals, mondays)
        self.cohorts = metric_rows.cohort_rows(found.cohorts)
        self.used = metric_rows.used_rows(found)
        self.practices = metric_rows.practice_rows(found)
        self.models = metric_rows.failure_rows(found.models)
        self.tools = metric_rows.failure_rows(found.tools)
        self.replies, self.cards = metric_tables.replies(found), metric_tables.cards(found)
        self.concerns, self.answers = metric_tables.concerns(found), metric_tables.answers(found)
        self.costs = metric_tables.costs(found)


def metrics_page() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.el.div(
                rx.el.h1(t("metrics.title"), class_name=theme.TITLE),
                rx.el.p(t("metrics.note"), class_name=theme.NOTE),
            ),
            download(
                (rx.icon("download", size=16, aria_hidden="true"), t("metrics.csv")),
                MetricsState.csv,
                "metrics-csv",
            ),
            class_name=theme.HEAD,
        ),
        filter_bar("/metrics", choices(), MetricsState.chosen, go=t("filter.go")),
        rx.cond(
            MetricsState.hidden != "",
            rx.el.p(MetricsState.hidden, role="status", class_name=theme.EMPTY),
            _numbers(),
        ),
    )


def _numbers() -> rx.Component:
    return rx.fragment(
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
            class_name=theme.FIVE_STATS,
        ),
        _cohorts(),
        rx.el.div(
            columns(
                t("metrics.active_days"),
                MetricsState.active,
                numbers=MetricsState.active_numbers,
                ask=t("metrics.numbers"),
                note=t("metrics.active_days_note"),
                nothing=t("overview.nothing"),
            ),
            bars(
                t("metrics.funnel"),
                MetricsState.funnel,
                note=t("metrics.funnel_note"),
                nothing=t("overview.nothing"),
            ),
            lines(
                t("metrics.signals"),
                MetricsState.signals,
                numbers=MetricsState.signal_numbers,
                ask=t("metrics.numbers"),
                note=t("metrics.signals_note"),
                nothing=t("overview.nothing"),
            ),
            _bars("tensions", smallest=SMALLEST_GROUP),
            _bars("stages", smallest=SMALLEST_GROUP),
            _bars("engagement"),
            _table("used", "overview.used"),
            _table("models", "metrics.failures", figures=(1, 2)),
            _table("tools", "metrics.failures", figures=(1, 2)),
            *[_table(name, f"metrics.{name}") for name in TABLES],
            _table("costs", "metrics.costs", figures=(2, 3)),
            class_name=theme.PANELS,
        ),
        _table(
            "practices",
            "metrics.practices",
            figures=range(1, 6),
            long=(6,),
            note=t("metrics.practices_note"),
        ),
    )


def _cohorts() -> rx.Component:
    return heat_map(
        t("metrics.cohorts"),
        (t("metrics.cohort"), t("metrics.people"), *map(str, range(WEEKS))),
        MetricsState.cohorts,
        nothing=t("overview.nothing"),
        note=t("metrics.cohorts_note"),
    )


def _bars(name: str, **slots: object) -> rx.Component:
    return bars(
        t(f"metrics.{name}"),
        getattr(MetricsState, name),
        note=t(f"metrics.{name}_note", **slots),
        nothing=t("overview.nothing"),
    )


def _table(
    name: str,
    heads: str,
    *,
    figures: Collection[int] = (),
    long: Collection[int] = (),
    note: str = "",
) -> rx.Component:
    return table(
        t(f"metrics.{name}"),
        t(f"{heads}_columns").split(" | "),
        getattr(MetricsState, name),
        nothing=t("overview.nothing"),
        note=note,
        figures=figures,
        long=long,
    )


PAGE = Page("metrics", "/metrics", "chart_line", metrics_page, MetricsState.load)
