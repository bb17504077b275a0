"""The first page: the questions of the morning, and what needs a look."""

from __future__ import annotations

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.charts import Bar, bars
from admin_app.components.empty_state import empty_state
from admin_app.components.told_figure import Told, told_figure
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages import metric_rows, overview_rows
from admin_app.pages.looks import TITLES, Look, looks
from admin_app.pages.overview_rows import QUESTIONS, TOLD
from coaching.domains.metrics.morning import morning
from coaching.domains.metrics.small_groups import SMALLEST_GROUP
from coaching.domains.operations.attention import attention
from coaching.services.overview import overview

FIGURES = ("people", "conversations", "turns", "signals", "cost", "saved", "model")


class OverviewState(rx.State):
    told: rx.Field[dict[str, Told]] = rx.field(default_factory=lambda: dict.fromkeys(TOLD, Told()))
    looks: rx.Field[list[Look]] = rx.field(default_factory=list)
    is_read: bool = False
    tensions: rx.Field[list[Bar]] = rx.field(default_factory=list)
    figures: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    notes: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the numbers."""
        here = engine()
        now, settings = here.clock.now(), here.settings
        found = await overview(here.db, now=now, basis=here.basis)
        how_it_went = await morning(here.db, now=now, basis=here.basis)
        seen = await attention(here.db, settings, now=now, basis=here.basis)
        self.told = overview_rows.told(how_it_went)
        self.looks = looks(settings, found, seen, how_it_went, now=now)
        self.tensions = metric_rows.tension_bars(how_it_went.tensions)
        self.figures, self.notes = overview_rows.totals(found, settings)
        self.is_read = True


def overview_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("overview.title"), class_name=theme.TITLE),
        rx.el.p(t("overview.note"), class_name=theme.NOTE),
        rx.el.div(*map(_question, QUESTIONS), class_name=theme.QUESTIONS),
        rx.el.div(
            rx.el.div(_needs_a_look(), _totals(), class_name=theme.STACK),
            bars(
                t("overview.tensions"),
                OverviewState.tensions,
                note=t("overview.tensions_note", smallest=SMALLEST_GROUP),
                nothing=t("overview.nothing"),
            ),
            class_name=theme.WIDE_AND_NARROW,
        ),
    )


def _question(name: str) -> rx.Component:
    names, href = QUESTIONS[name]
    return rx.el.section(
        rx.el.h2(t(f"overview.ask.{name}"), class_name=theme.PANEL_TITLE),
        rx.el.dl(
            *[
                told_figure(
                    one,
                    t(f"overview.{one}"),
                    OverviewState.told[one].to(Told),
                    means=t(f"means.{one}"),
                    ask=t("overview.means"),
                )
                for one in names
            ],
        ),
        rx.el.a(
            t("overview.open", page=t(f"{TITLES[href]}.title")),
            href=href,
            class_name=theme.ACT,
            data_testid=f"behind-{name}",
        ),
        class_name=theme.QUESTION,
    )


def _needs_a_look() -> rx.Component:
    return rx.el.section(
        rx.el.h2(t("look.title"), class_name=theme.PANEL_TITLE),
        rx.el.ul(
            rx.foreach(
                OverviewState.looks,
                lambda look: rx.el.li(
                    rx.el.div(
                        rx.el.h3(look.what, class_name=theme.LOOK_WHAT),
                        rx.el.p(look.how, class_name=theme.NOTE),
                    ),
                    rx.el.a(
                        t("look.open"),
                        " ",
                        look.page,
                        href=look.href,
                        class_name=theme.ACT,
                        data_testid="look-open",
                    ),
                    data_testid="look",
                ),
            ),
            class_name=theme.LOOKS,
        ),
        rx.cond(
            OverviewState.is_read & (OverviewState.looks.length() == 0),
            empty_state(t("look.nothing")),
        ),
        class_name=theme.PANEL,
        data_testid="needs-a-look",
    )


def _totals() -> rx.Component:
    return rx.el.section(
        rx.el.h2(t("overview.totals"), class_name=theme.PANEL_TITLE),
        rx.el.dl(
            *[
                rx.el.div(
                    rx.el.dt(t(f"overview.{name}"), class_name=theme.NOTE),
                    rx.el.dd(
                        OverviewState.figures[name],
                        class_name=theme.TOTAL,
                        data_testid=f"stat-{name}",
                    ),
                    rx.el.dd(OverviewState.notes[name], class_name=theme.NOTE),
                )
                for name in FIGURES
            ],
            class_name=theme.TOTALS,
        ),
        class_name=theme.PANEL,
    )


PAGE = Page("overview", "/", "chart_no_axes_column", overview_page, OverviewState.load)
