"""The first page: true numbers, counted when it opens."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.figures import banner, counted, stat, table
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages import model_words
from admin_app.pages.model_words import dollars
from coaching.domains.practices.figures import figures
from coaching.services.overview import overview

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coaching.domains.practices.figures import PracticeFigures
    from coaching.services.overview import Overview
    from coaching.values.enums import JobStatus, TurnStatus

FIGURES = ("people", "conversations", "turns", "signals", "cost", "saved", "model")
QUARTER = timedelta(days=90)
MOST_STEPS = 2
ANSWERS = ("as_written", "mended", "refused", "failed_runs")


class OverviewState(rx.State):
    figures: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    notes: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    banners: rx.Field[list[str]] = rx.field(default_factory=list[str])
    turns: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    jobs: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    used: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    strategist: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    practices: rx.Field[list[list[str]]] = rx.field(default_factory=list)

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the numbers."""
        here = engine()
        now = here.clock.now()
        self._show(await overview(here.db, now=now))
        self.practices = [_practice(one) for one in await figures(here.db, since=now - QUARTER)]

    def _show(self, found: Overview) -> None:
        settings, spent = engine().settings, found.cost_today_microusd
        self.banners = [
            *model_words.banners(settings, found.model, spent),
            *model_words.traffic_banners(found.traffic_today),
        ]
        self.figures = {
            "people": f"{found.people:,}",
            "conversations": f"{found.conversations:,}",
            "turns": f"{found.turns_today:,}",
            "signals": f"{found.signals:,}",
            "cost": dollars(spent, 4),
            "saved": f"{found.costs.saved:.1%}",
            "model": model_words.state(settings, found.model, spent),
        }
        self.notes = {
            "people": t(
                "overview.people_note", new=found.people_today, active=found.people_active_today
            ),
            "conversations": t("overview.conversations_note", messages=f"{found.messages:,}"),
            "turns": t("overview.turns_note", all=f"{found.turns:,}"),
            "signals": t("overview.signals_note", today=f"{found.signals_today:,}"),
            "cost": model_words.cost_note(settings),
            "saved": t(
                "overview.saved_note",
                spent=dollars(found.costs.microusd, 4),
                uncached=dollars(found.costs.uncached_microusd, 4),
            ),
            "model": model_words.note(settings, found.model, spent),
        }
        self.turns = _rows(found.turns_by_status)
        self.jobs = _rows(found.jobs_by_status)
        self.strategist = [
            [t(f"overview.strategist.{name}"), f"{getattr(found.strategist_this_week, name):,}"]
            for name in ANSWERS
        ]
        self.used = [
            [t(f"used.{event}"), f"{used.times:,}", f"{used.people:,}"]
            for event, used in found.used_this_week.items()
        ]


def overview_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("overview.title"), class_name=theme.TITLE),
        rx.el.p(t("overview.note"), class_name=theme.NOTE),
        rx.foreach(OverviewState.banners, banner),
        rx.el.dl(
            *[
                stat(
                    name,
                    t(f"overview.{name}"),
                    OverviewState.figures[name],
                    OverviewState.notes[name],
                )
                for name in FIGURES
            ],
            class_name=theme.STATS,
        ),
        rx.el.div(
            counted(
                t("overview.turns_by_status"),
                t("overview.status"),
                t("overview.count"),
                OverviewState.turns,
                nothing=t("overview.nothing"),
            ),
            counted(
                t("overview.jobs_by_status"),
                t("overview.status"),
                t("overview.count"),
                OverviewState.jobs,
                nothing=t("overview.nothing"),
            ),
            counted(
                t("overview.strategist"),
                t("overview.strategist.answer"),
                t("overview.count"),
                OverviewState.strategist,
                nothing=t("overview.nothing"),
            ),
            table(
                t("overview.used"),
                t("overview.used_columns").split(" | "),
                OverviewState.used,
                nothing=t("overview.nothing"),
            ),
            class_name=theme.PANELS,
        ),
        table(
            t("overview.practices"),
            t("overview.practices_columns").split(" | "),
            OverviewState.practices,
            nothing=t("overview.nothing"),
        ),
    )


def _practice(one: PracticeFigures) -> list[str]:
    """Return a row: what is to be reviewed says so under its title's column."""
    left_at = ", ".join(f"{step} {times}" for step, times in one.left_at[:MOST_STEPS])
    return [
        one.title,
        f"{one.started:,}",
        f"{one.done:,}",
        f"{one.kept:,}",
        "" if one.change is None else f"{one.change:+.1f}",
        f"{one.too_much:,}",
        left_at,
        t("overview.practices_review") if one.is_to_review else "",
    ]


def _rows(counts: Mapping[TurnStatus, int] | Mapping[JobStatus, int]) -> list[list[str]]:
    return [[t(f"status.{name}"), f"{count:,}"] for name, count in counts.items()]


PAGE = Page("overview", "/", "chart_no_axes_column", overview_page, OverviewState.load)
