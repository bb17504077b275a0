"""A line that everybody sees in their app for a while, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

import reflex as rx
from typing_extensions import TypedDict

from admin_app import arrival, theme
from admin_app.components.action_table import action_table
from admin_app.components.confirm_dialog import field
from admin_app.components.data_table import Row
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.session_state import SessionState
from coaching.domains.announcements import service as announcements
from coaching.errors import InvalidInput

if TYPE_CHECKING:
    from coaching.domains.announcements.models import Announcement


TEXTS = (3, 4)
"""The columns of the two texts."""


class AnnouncementForm(TypedDict):
    text_en: str
    text_es: str
    from_at: str
    until_at: str


class AnnouncementState(rx.State):
    rows: rx.Field[list[Row]] = rx.field(default_factory=list)
    clock: str = ""
    form: int = 0

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the last announcements."""
        await self._refresh()

    @rx.event
    @arrival.act
    async def put_up(self, form: AnnouncementForm) -> None:
        """Show a line to everybody from one instant to another."""
        here = engine()
        await announcements.put_up(
            here.db,
            await arrival.who(self),
            (form["text_en"], form["text_es"]),
            from_at=_instant(form["from_at"]),
            until_at=_instant(form["until_at"]),
            now=here.clock.now(),
        )
        self.form += 1
        await arrival.say(self, t("announcement.done"))
        await self._refresh()

    @rx.event
    @arrival.act
    async def take_down(self, announcement_id: str) -> None:
        """End an announcement now."""
        here = engine()
        admin, now = await arrival.who(self), here.clock.now()
        await announcements.take_down(here.db, admin, UUID(announcement_id), now=now)
        await arrival.say(self, t("announcement.ended"))
        await self._refresh()

    async def _refresh(self) -> None:
        here = engine()
        now = here.clock.now()
        self.clock = t("announcement.clock", at=f"{now:%H:%M}")
        self.rows = [_row(one, now) for one in await announcements.newest(here.db)]


def announcement_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("announcement.title"), class_name=theme.TITLE),
        rx.el.p(t("announcement.note"), " ", AnnouncementState.clock, class_name=theme.NOTE),
        rx.cond(SessionState.may_change, _form()),
        action_table(
            "announcement",
            t("announcement.columns").split(" | "),
            AnnouncementState.rows,
            label=t("announcement.last"),
            nothing=t("announcement.nothing"),
            go=t("announcement.take_down"),
            on_click=AnnouncementState.take_down,
            may=SessionState.may_change,
            long=TEXTS,
        ),
    )


def _form() -> rx.Component:
    return rx.el.section(
        rx.el.form(
            field("text_en", t("announcement.en"), most=announcements.LONGEST),
            field("text_es", t("announcement.es"), most=announcements.LONGEST),
            field("from_at", t("announcement.from"), kind="datetime-local"),
            field("until_at", t("announcement.until"), kind="datetime-local"),
            rx.el.button(
                t("announcement.go"),
                type="submit",
                class_name=theme.PRIMARY,
                data_testid="announcement-go",
            ),
            on_submit=AnnouncementState.put_up,
            # After a success the form is another one, which is empty: a second press does nothing.
            key=AnnouncementState.form,
            class_name=theme.DIALOG_FORM,
        ),
        class_name=theme.PANEL,
    )


def _instant(text: str) -> datetime:
    """Return a day and time of the form, in UTC."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        raise InvalidInput({"from": "not an instant"}) from None


def _row(one: Announcement, now: datetime) -> Row:
    is_over = one.ended_at is not None or one.until_at <= now
    return Row(
        [
            f"{one.from_at:%d %b %Y, %H:%M}",
            f"{one.ended_at or one.until_at:%d %b %Y, %H:%M}",
            one.made_by,
            one.text_en,
            one.text_es,
            "" if is_over else str(one.id),
        ]
    )


PAGE = Page(
    "announcement",
    "/announcement",
    "megaphone",
    announcement_page,
    AnnouncementState.load,
    group="running",
)
