"""What the Observer and the Strategist see across people. Nobody's words, no small groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.charts import Bar, LineChart, bars, lines, share
from admin_app.components.figures import table
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages.signal_lines import line, signal_lines
from coaching.domains.metrics.intel import SMALLEST_GROUP, intel
from coaching.values.enums import Tension

if TYPE_CHECKING:
    from coaching.domains.metrics.intel import Intel


class IntelState(rx.State):
    signals: rx.Field[list[LineChart]] = rx.field(default_factory=list)
    stages: rx.Field[list[Bar]] = rx.field(default_factory=list)
    stages_note: rx.Field[str] = rx.field("")
    lenses: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    corrections: rx.Field[list[list[str]]] = rx.field(default_factory=list)

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the numbers."""
        here = engine()
        self._show(await intel(here.db, now=here.clock.now()))

    def _show(self, found: Intel) -> None:
        self.signals = _signals(found)
        self.stages = _stages(found)
        self.stages_note = t("intel.stages_note", people=f"{found.people:,}")
        self.lenses = [
            [t(f"intel.lens.{lens}"), *map(_count, by_tension.values())]
            for lens, by_tension in found.lenses.items()
            if found.people
        ]
        self.corrections = [
            [t(f"intel.verdict.{verdict}"), f"{times:,}"]
            for verdict, times in found.corrections.items()
        ]


def intel_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("intel.title"), class_name=theme.TITLE),
        rx.el.p(t("intel.note", smallest=SMALLEST_GROUP), class_name=theme.NOTE),
        rx.el.div(
            lines(
                t("metrics.signals"),
                IntelState.signals,
                note=t("metrics.signals_note"),
                nothing=t("overview.nothing"),
            ),
            bars(
                t("intel.stages"),
                IntelState.stages,
                note=IntelState.stages_note,
                nothing=t("overview.nothing"),
            ),
            class_name=theme.PANELS,
        ),
        table(
            t("intel.lenses"),
            (t("intel.lens"), *(t(f"metrics.tension.{tension}") for tension in Tension)),
            IntelState.lenses,
            nothing=t("overview.nothing"),
        ),
        rx.el.div(
            table(
                t("intel.corrections"),
                t("intel.corrections_columns").split(" | "),
                IntelState.corrections,
                nothing=t("overview.nothing"),
            ),
            class_name=theme.PANELS,
        ),
    )


def _signals(found: Intel) -> list[LineChart]:
    """Return the types, then how many of them asked for a run at once, on its own scale."""
    rows = signal_lines(found.signals)
    if not rows:
        return []
    return [*rows, line(t("intel.urgent"), found.urgent, max(found.urgent))]


def _stages(found: Intel) -> list[Bar]:
    most = max((people or 0 for people in found.stages.values()), default=0)
    return [
        Bar(t(f"intel.stage.{stage}"), _count(people), share(people or 0, most))
        for stage, people in found.stages.items()
        if found.people
    ]


def _count(people: int | None) -> str:
    return t("intel.hidden") if people is None else f"{people:,}"


PAGE = Page("intel", "/intel", "brain", intel_page, IntelState.load)
