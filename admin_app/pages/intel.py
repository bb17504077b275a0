"""What the Observer and the Strategist see across people. Nobody's words, no small groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.charts import Bar, LineChart, bars, lines
from admin_app.components.data_table import Column, Row, data_table
from admin_app.components.figures import table
from admin_app.components.heat_map import HeatRow, heat_map
from admin_app.components.stage_flow import Band, stage_flow
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages import intel_rows
from admin_app.pages.signal_lines import signal_numbers
from coaching.domains.metrics.intel import intel
from coaching.domains.metrics.service import week_edges
from coaching.domains.metrics.small_groups import SMALLEST_GROUP
from coaching.values.enums import Stage, Tension

if TYPE_CHECKING:
    from coaching.domains.metrics.intel import Intel

Rows = list[list[str]]
WAITING = tuple(map(Column, t("intel.waiting_columns").split(" | ")))


class IntelState(rx.State):
    signals: rx.Field[list[LineChart]] = rx.field(default_factory=list)
    signal_numbers: rx.Field[Rows] = rx.field(default_factory=list)
    waiting: rx.Field[list[Row]] = rx.field(default_factory=list)
    stages: rx.Field[list[Bar]] = rx.field(default_factory=list)
    stages_note: rx.Field[str] = rx.field("")
    counted: rx.Field[str] = rx.field("")
    lenses: rx.Field[list[HeatRow]] = rx.field(default_factory=list)
    bands: rx.Field[list[Band]] = rx.field(default_factory=list)
    moves: rx.Field[Rows] = rx.field(default_factory=list)
    resistance: rx.Field[Rows] = rx.field(default_factory=list)
    triggers: rx.Field[Rows] = rx.field(default_factory=list)
    words: rx.Field[Rows] = rx.field(default_factory=list)
    quality: rx.Field[Rows] = rx.field(default_factory=list)
    corrections: rx.Field[Rows] = rx.field(default_factory=list)

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the numbers."""
        here = engine()
        now = here.clock.now()
        found = await intel(here.db, now=now, basis=here.basis)
        self._show(found)
        self.waiting = intel_rows.waiting(found, now)
        mondays = [edge.date() for edge in week_edges(now, here.settings.admin_time_zone)[:-1]]
        self.signal_numbers = signal_numbers(found.signals, mondays)
        self.counted = intel_rows.counted(found, now)

    def _show(self, found: Intel) -> None:
        self.signals = intel_rows.signals(found)
        self.stages = intel_rows.stages(found)
        self.stages_note = t("intel.stages_note", people=f"{found.known.people:,}")
        self.lenses = intel_rows.lenses(found)
        self.bands, self.moves = intel_rows.bands(found), intel_rows.moves(found)
        self.resistance = intel_rows.resistance(found)
        self.triggers = [[text, f"{people:,}"] for text, people in found.known.triggers]
        self.words = [[text, f"{people:,}"] for text, people in found.known.words]
        self.quality = intel_rows.quality(found)
        self.corrections = [
            [t(f"intel.verdict.{verdict}"), f"{times:,}"]
            for verdict, times in found.corrections.items()
        ]


def intel_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("intel.title"), class_name=theme.TITLE),
        rx.el.p(t("intel.note", smallest=SMALLEST_GROUP), class_name=theme.NOTE),
        rx.el.p(IntelState.counted, class_name=theme.NOTE, data_testid="intel-counted"),
        rx.el.div(
            lines(
                t("metrics.signals"),
                IntelState.signals,
                numbers=IntelState.signal_numbers,
                ask=t("metrics.numbers"),
                note=t("intel.signals_note"),
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
        rx.el.h2(t("intel.waiting"), class_name=theme.SECTION_TITLE),
        data_table(
            "urgent",
            WAITING,
            IntelState.waiting,
            label=t("intel.waiting"),
            nothing=t("intel.waiting_nothing"),
        ),
        heat_map(
            t("intel.lenses"),
            (t("intel.lens"), *(t(f"metrics.tension.{tension}") for tension in Tension)),
            IntelState.lenses,
            nothing=t("overview.nothing"),
        ),
        rx.el.div(
            stage_flow(
                t("intel.moves"),
                [t(f"intel.stage.{stage}") for stage in Stage],
                IntelState.bands,
                IntelState.moves,
                ask=t("metrics.numbers"),
                said=t("intel.moves_note"),
                nothing=t("intel.moves_nothing"),
            ),
            _table("triggers", IntelState.triggers, t("intel.shared_nothing")),
            _table("words", IntelState.words, t("intel.shared_nothing")),
            _table("resistance", IntelState.resistance),
            _table("quality", IntelState.quality),
            _table("corrections", IntelState.corrections),
            class_name=theme.PANELS,
        ),
    )


def _table(
    name: str, rows: rx.vars.ArrayVar[Any], nothing: str = t("overview.nothing")
) -> rx.Component:
    heads = t(f"intel.{name}_columns").split(" | ")
    return table(t(f"intel.{name}"), heads, rows, nothing=nothing)


PAGE = Page("intel", "/intel", "brain", intel_page, IntelState.load)
