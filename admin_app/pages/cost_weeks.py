"""The weekly review on the costs page: this week beside the last, and what grew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import arrival
from admin_app.components.figures import table
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.pages.model_words import dollars
from coaching.domains.metrics import cost_review

if TYPE_CHECKING:
    from coaching.domains.metrics.cost_review import Review, Row


class CostWeeksState(rx.State):
    weeks: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    weeks_note: str = ""

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show both weeks."""
        here = engine()
        alert = here.settings.cost_alert_usd_per_day
        found = await cost_review.review(
            here.db, now=here.clock.now(), alert_usd=alert, basis=here.basis
        )
        self.weeks, self.weeks_note = [_row(row) for row in found.rows], _note(found, alert)


def cost_weeks() -> rx.Component:
    """This week beside the last, by agent and model, what grew most first."""
    return rx.fragment(
        table(
            t("costs.weeks"),
            t("costs.weeks_columns").split(" | "),
            CostWeeksState.weeks,
            nothing=t("overview.nothing"),
            note=CostWeeksState.weeks_note,
            figures=(2, 3, 4, 6, 7),
        ),
        rx.el.span(hidden=True, on_mount=CostWeeksState.load),
    )


def _row(row: Row) -> list[str]:
    now, before = row.now, row.before
    sign = "+" if row.grew > 0 else "−" if row.grew < 0 else ""
    return [
        t(f"costs.role.{row.role}"),
        row.model,
        dollars(now.microusd, 4),
        dollars(before.microusd, 4),
        f"{sign}{dollars(abs(row.grew), 4)}",
        t(f"costs.why.{row.why.value}"),
        f"{now.calls:,} / {before.calls:,}",
        f"{_each(now.tokens, now.calls)} / {_each(before.tokens, before.calls)}",
    ]


def _each(tokens: int, calls: int) -> str:
    return f"{tokens / calls:,.0f}" if calls else "–"


def _note(found: Review, alert: float) -> str:
    return t(
        "costs.weeks_note",
        since=f"{found.since:%d %b}",
        now=dollars(found.microusd),
        before=dollars(found.microusd_before),
        days=str(found.alert_days),
        alert=f"${alert:,.2f}",
    )
