"""Safety events: the level, the category and the help that was shown. Nobody's words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.data_table import Column, Paging, Row, address, data_table
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from coaching.content.helplines import load_helplines
from coaching.domains.operations import service as operations
from coaching.domains.people import service as people
from coaching.safety import all_resources
from coaching.safety.country import country_names
from coaching.services.safety_events import CHAT
from coaching.values.people import PATTERN_NOTE

if TYPE_CHECKING:
    from coaching.models import SafetyEvent

HELP = 5
WEBSITE, SOURCE = 2, 3
COLUMNS = tuple(
    Column(label, is_long=place == HELP)
    for place, label in enumerate(t("safety.columns").split(" | "))
)
HELPLINES = tuple(
    Column(label, is_long=place in {WEBSITE, SOURCE})
    for place, label in enumerate(t("safety.helplines_columns").split(" | "))
)


class SafetyState(rx.State):
    rows: rx.Field[list[Row]] = rx.field(default_factory=list)
    paging: rx.Field[Paging] = rx.field(default_factory=Paging)
    helplines: rx.Field[list[Row]] = rx.field(default_factory=list)
    checked: str = ""

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
        lines, countries = load_helplines(), country_names()
        self.helplines = [
            Row([countries.get(one.country, one.country), one.name, one.url, one.source])
            for one in lines.lines
            if one.status != "confirmed"
        ]
        self.checked = t("safety.helplines_note", on=f"{lines.checked_on:%d %b %Y}")


def safety_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("safety.title"), class_name=theme.TITLE),
        rx.el.p(t("safety.note"), class_name=theme.NOTE),
        rx.el.p(t("safety.todo"), class_name=theme.SAID),
        data_table(
            "safety",
            COLUMNS,
            SafetyState.rows,
            label=t("safety.title"),
            nothing=t("safety.nothing"),
            paging=SafetyState.paging,
        ),
        rx.el.h2(t("safety.helplines"), class_name=theme.SECTION_TITLE),
        data_table(
            "helpline",
            HELPLINES,
            SafetyState.helplines,
            label=t("safety.helplines"),
            nothing=t("safety.helplines_nothing"),
        ),
        rx.el.p(SafetyState.checked, class_name=theme.NOTE),
    )


def _row(event: SafetyEvent) -> Row:
    ended = f"{event.ended_at:%d %b, %H:%M}" if event.ended_at else "–"
    level, source = t(f"safety.level.{event.level}"), event.source
    if operations.is_mistaken(event):
        # Where it was said is known by the turn: only messages have one.
        level, source = t("safety.mistaken", level=level), CHAT if event.turn_id else PATTERN_NOTE
    return Row(
        [
            people.short_id(event.user_id),
            f"{event.created_at:%d %b %Y, %H:%M}",
            level,
            event.category.replace("_", " ").capitalize(),
            t(f"safety.source.{source}") if source in SOURCES else source,
            ", ".join(_names().get(one, one) for one in event.shown_resources) or "–",
            ended,
        ],
        href=address("/person", id=str(event.user_id)),
    )


@cache
def _names() -> dict[str, str]:
    """Return what each place that was shown is called."""
    return {one.id: one.name for one in all_resources()}


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
