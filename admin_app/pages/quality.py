"""The quality queue: what people said was wrong, newest first, without their words."""

from __future__ import annotations

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.data_table import Paging, address
from admin_app.components.download import download
from admin_app.components.filter_bar import Choice, filter_bar
from admin_app.components.flag_table import FlagActs, FlagRow, flag_table
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages import flag_rows
from admin_app.session_state import SessionState
from coaching.domains.quality import cases, service
from coaching.domains.quality.service import Filter
from coaching.values.enums import Role
from coaching.values.quality import FlagKind

OPEN, HANDLED, BOTH = "", "handled", "all"
KINDS = Choice(
    "kind",
    t("quality.kind"),
    (("", t("quality.all_kinds")), *((kind, t(f"quality.kind.{kind}")) for kind in FlagKind)),
)
LANGUAGES = Choice(
    "language",
    t("users.language"),
    (("", t("users.all_languages")), ("en", "en"), ("es", "es")),
)
AGENTS = Choice(
    "agent",
    t("quality.agent"),
    (("", t("quality.all_agents")), *((role, t(f"costs.role.{role}")) for role in Role)),
)
STATES = Choice(
    "state",
    t("quality.state"),
    (
        (OPEN, t("quality.state.open")),
        (HANDLED, t("quality.state.handled")),
        (BOTH, t("quality.state.all")),
    ),
)
FILTERS = (KINDS, LANGUAGES, AGENTS, STATES)
NAMES = tuple(choice.name for choice in FILTERS)


class QualityState(rx.State):
    rows: rx.Field[list[FlagRow]] = rx.field(default_factory=list)
    paging: rx.Field[Paging] = rx.field(default_factory=Paging)
    chosen: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(NAMES, ""))
    _after: str = ""

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the page of the queue that the address asks for."""
        query = dict(self.router.url.query_parameters)
        self.chosen = {
            choice.name: _known(choice, query.get(choice.name, "")) for choice in FILTERS
        }
        self._after = query.get("after", "")
        await self._show()

    @rx.event
    @arrival.act
    async def make_case(self, key: str) -> None:
        """Make an eval case of a flagged reply, in one step; the person sees the look."""
        kind, entry = flag_rows.read_key(key)
        here = engine()
        admin, now = await arrival.who(self), here.clock.now()
        await cases.make(here.db, admin, kind, entry, now=now)
        await self._show()
        await arrival.say(self, t("quality.made"))

    @rx.event
    @arrival.act
    async def undo_case(self, key: str) -> None:
        """Delete the eval case that was made of an entry."""
        kind, entry = flag_rows.read_key(key)
        here = engine()
        admin, now = await arrival.who(self), here.clock.now()
        await cases.undo(here.db, admin, kind, entry, now=now)
        await self._show()
        await arrival.say(self, t("quality.unmade"))

    @rx.event
    @arrival.act
    async def handle(self, key: str) -> None:
        """Mark an entry as handled, or open it again."""
        kind, entry = flag_rows.read_key(key)
        here = engine()
        admin, now = await arrival.who(self), here.clock.now()
        found = await service.entry(here.db, kind, entry, now=now)
        is_handled = not found.flag.is_handled
        await service.handle(here.db, admin, kind, entry, is_handled=is_handled, now=now)
        await self._show()
        await arrival.say(self, t("quality.handled" if is_handled else "quality.reopened"))

    async def _show(self) -> None:
        here, chosen = engine(), self.chosen
        found = await service.page(
            here.db, _filter(chosen), after=self._after, now=here.clock.now()
        )
        self.rows = [flag_rows.row(entry) for entry in found.entries]
        self.paging = Paging(
            first=address("/quality", **chosen) if self._after else "",
            next=address("/quality", **chosen, after=found.next) if found.next else "",
        )


def quality_page() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.el.div(
                rx.el.h1(t("quality.title"), class_name=theme.TITLE),
                rx.el.p(t("quality.note"), class_name=theme.NOTE),
            ),
            rx.cond(
                SessionState.may_change,
                download((t("quality.download"),), "/downloads/eval-cases.jsonl", "download-cases"),
            ),
            class_name=theme.HEAD,
        ),
        filter_bar("/quality", FILTERS, QualityState.chosen, go=t("filter.go")),
        flag_table(
            QualityState.rows,
            QualityState.paging,
            FlagActs(
                SessionState.may_change,
                QualityState.make_case,
                QualityState.undo_case,
                QualityState.handle,
            ),
        ),
        rx.el.p(t("quality.help"), class_name=theme.NOTE),
    )


def _known(choice: Choice, value: str) -> str:
    return value if value in {option for option, _ in choice.options} else ""


def _filter(chosen: dict[str, str]) -> Filter:
    state = chosen["state"]
    return Filter(
        kind=chosen["kind"],
        language=chosen["language"],
        agent=chosen["agent"],
        is_handled=None if state == BOTH else state == HANDLED,
    )


PAGE = Page("quality", "/quality", "flag", quality_page, QualityState.load)
