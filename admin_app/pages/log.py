"""The access log: what admins did and whose words they looked at. Entries can't be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.data_table import Column, Paging, Row, address, data_table
from admin_app.components.filter_bar import Choice, filter_bar
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from coaching.domains.audit_log import service as audit_log

if TYPE_CHECKING:
    from coaching.models import AuditEntry

COLUMNS = tuple(map(Column, t("log.columns").split(" | ")))
WHO = Choice("who", t("log.who"), (("", t("log.who.admins")), ("all", t("log.who.all"))))
SHORT = 4


class LogState(rx.State):
    rows: rx.Field[list[Row]] = rx.field(default_factory=list)
    paging: rx.Field[Paging] = rx.field(default_factory=Paging)
    chosen: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: {"who": ""})

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show one page of the log."""
        query = dict(self.router.url.query_parameters)
        who, after = query.get("who", ""), query.get("after", "")
        found = await audit_log.page(engine().db, after=after, admins_only=who != "all")
        self.chosen = {"who": who}
        self.rows = [log_row(entry) for entry in found.entries]
        self.paging = Paging(
            first=address("/log", who=who) if after else "",
            next=address("/log", who=who, after=found.next) if found.next else "",
        )


def log_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("log.title"), class_name=theme.TITLE),
        rx.el.p(t("log.note"), class_name=theme.NOTE),
        filter_bar("/log", [WHO], LogState.chosen, go=t("filter.go")),
        data_table(
            "log",
            COLUMNS,
            LogState.rows,
            label=t("log.title"),
            nothing=t("log.nothing"),
            paging=LogState.paging,
        ),
    )


def log_row(entry: AuditEntry) -> Row:
    """Return an entry as a row; a person is shown by four characters."""
    action = t(f"log.action.{entry.action}") if entry.action in ACTIONS else entry.action
    details = ", ".join(f"{key}: {value}" for key, value in entry.details.items())
    return Row(
        [f"{entry.created_at:%d %b %Y, %H:%M}", entry.actor, action, _subject(entry), details]
    )


def _subject(entry: AuditEntry) -> str:
    return entry.subject[:SHORT] if entry.action in ABOUT_PEOPLE else entry.subject


ABOUT_PEOPLE = frozenset(
    [
        "access_asked",
        "eval_case_made",
        "eval_case_undone",
        "flag_handled",
        "flag_reopened",
        "person_delete",
        "person_export",
        "person_sign_out",
        "words_opened",
    ]
)
ACTIONS = ABOUT_PEOPLE | {
    "admin_invited",
    "admin_password_set",
    "announcement_put_up",
    "announcement_taken_down",
    "eval_cases_downloaded",
    "invite_accepted",
    "job_retried",
    "passkey_added",
    "passkey_removed",
    "second_factor_set",
    "signed_in",
    "simulated",
}

PAGE = Page("log", "/log", "scroll_text", log_page, LogState.load, group="running")
