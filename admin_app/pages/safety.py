"""Safety events: the level, the category and the help that was shown. Nobody's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.data_table import Column, Paging, Row, address, data_table
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from coaching.domains.operations import service as operations
from coaching.domains.people import service as people

if TYPE_CHECKING:
    from coaching.models import SafetyEvent

COLUMNS = tuple(map(Column, t("safety.columns").split(" | ")))


class SafetyState(rx.State):
    rows: rx.Field[list[Row]] = rx.field(default_factory=list)
    paging: rx.Field[Paging] = rx.field(default_factory=Paging)

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show one page of events."""
        after = dict(self.router.url.query_parameters).get("after", "")
        found = await operations.safety(engine().db, after=after)
        self.rows = [_row(event) for event in found.events]
        self.paging = Paging(
            first="/safety" if after else "",
            next=address("/safety", after=found.next) if found.next else "",
        )


def safety_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("safety.title"), class_name=theme.TITLE),
        rx.el.p(t("safety.note"), class_name=theme.NOTE),
        data_table(
            "safety",
            COLUMNS,
            SafetyState.rows,
            label=t("safety.title"),
            nothing=t("safety.nothing"),
            paging=SafetyState.paging,
        ),
    )


def _row(event: SafetyEvent) -> Row:
    ended = f"{event.ended_at:%d %b, %H:%M}" if event.ended_at else "–"
    return Row(
        [
            people.short_id(event.user_id),
            f"{event.created_at:%d %b %Y, %H:%M}",
            t(f"safety.level.{event.level}"),
            event.category.replace("_", " ").capitalize(),
            t(f"safety.source.{event.source}") if event.source in SOURCES else event.source,
            ", ".join(event.shown_resources) or "–",
            ended,
        ],
        href=address("/person", id=str(event.user_id)),
    )


SOURCES = frozenset(
    {
        "chat",
        "unanswered",
        "card",
        "check_in",
        "purchase",
        "correction",
        "direction",
        "dream",
        "emotional_why",
        "goal",
        "life_context",
        "memory",
        "money",
        "note",
        "pattern_note",
        "practice",
        "rating",
        "reflection",
        "win",
    }
)
PAGE = Page("safety", "/safety", "life_buoy", safety_page, SafetyState.load, group="running")
