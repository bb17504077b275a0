"""Everyone who uses Toney, a page at a time, by four characters of their id."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.data_table import Column, Paging, Row, address, data_table
from admin_app.components.filter_bar import Choice, filter_bar
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages.model_words import dollars
from coaching.domains.people import service as people
from coaching.domains.people.service import Filter, Order
from coaching.values.enums import Stage, Tension

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.domains.people.service import PersonLine

_SORTS = {1: "joined", 2: "active"}
_NUMBERS = {5, 6, 9}
COLUMNS = tuple(
    Column(label, _SORTS.get(place, ""), is_number=place in _NUMBERS)
    for place, label in enumerate(t("users.columns").split(" | "))
)
ACCOUNTS = ("guest", "email", "google")
FILTERS = (
    Choice(
        "tension",
        t("users.tension"),
        (("", t("users.all_tensions")), *((one, t(f"metrics.tension.{one}")) for one in Tension)),
    ),
    Choice(
        "stage",
        t("users.stage"),
        (("", t("users.all_stages")), *((one, t(f"intel.stage.{one}")) for one in Stage)),
    ),
    Choice(
        "language",
        t("users.language"),
        (("", t("users.all_languages")), ("en", "en"), ("es", "es")),
    ),
    Choice(
        "account",
        t("users.account"),
        (("", t("users.all_accounts")), *((one, t(f"users.account.{one}")) for one in ACCOUNTS)),
    ),
    Choice(
        "active",
        t("users.active"),
        (
            ("", t("users.active.all")),
            ("7", t("users.active.7")),
            ("30", t("users.active.30")),
        ),
    ),
)
NAMES = ("q", *(choice.name for choice in FILTERS))


class PeopleState(rx.State):
    rows: rx.Field[list[Row]] = rx.field(default_factory=list)
    paging: rx.Field[Paging] = rx.field(default_factory=Paging)
    chosen: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(NAMES, ""))
    sort_links: rx.Field[dict[str, str]] = rx.field(
        default_factory=lambda: {order.value: "" for order in Order}
    )
    total: str = ""
    nothing: str = ""

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the page that the address asks for."""
        query = dict(self.router.url.query_parameters)
        here = engine()
        now = here.clock.now()
        self.chosen = chosen = {name: _known(name, query.get(name, "")) for name in NAMES}
        order = Order.ACTIVE if query.get("sort") == Order.ACTIVE else Order.JOINED
        after = query.get("after", "")
        found = await people.page(here.db, _filter(chosen, now), order=order, after=after, now=now)
        self.rows = [_row(line) for line in found.lines]
        self.total = _count(found.total)
        is_everyone = not any(chosen.values())
        self.nothing = t("users.no_one" if is_everyone else "users.nothing")
        self.sort_links = {one.value: address("/people", **chosen, sort=one) for one in Order}
        more = address("/people", **chosen, sort=order, after=found.next) if found.next else ""
        first = self.sort_links[order] if after else ""
        self.paging = Paging(sorted_by=order, first=first, next=more)


def people_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("users.title"), class_name=theme.TITLE),
        rx.el.p(t("users.note"), class_name=theme.NOTE),
        filter_bar(
            "/people",
            FILTERS,
            PeopleState.chosen,
            go=t("filter.go"),
            search=t("users.search"),
            note=PeopleState.total,
        ),
        data_table(
            "user",
            COLUMNS,
            PeopleState.rows,
            label=t("users.title"),
            nothing=PeopleState.nothing,
            sort_links=PeopleState.sort_links,
            paging=PeopleState.paging,
        ),
        rx.el.p(t("users.help"), class_name=theme.NOTE),
    )


def _known(name: str, value: str) -> str:
    """Return a filter's value if it is one that can be chosen."""
    if name == "q":
        return value.strip()
    options = next(choice.options for choice in FILTERS if choice.name == name)
    return value if value in {option for option, _ in options} else ""


def _count(total: int) -> str:
    return t("users.count_one") if total == 1 else t("users.count", total=f"{total:,}")


def _filter(chosen: dict[str, str], now: datetime) -> Filter:
    days = chosen["active"]
    return Filter(
        search=chosen["q"],
        tension=chosen["tension"],
        stage=chosen["stage"],
        language=chosen["language"],
        account=chosen["account"],
        active_since=now - timedelta(days=int(days)) if days else None,
    )


def _row(line: PersonLine) -> Row:
    person = line.person
    known = [kind for kind in line.accounts if kind != "guest"] or ["guest"]
    return Row(
        [
            people.short_id(person.id),
            f"{person.joined_at:%d %b %Y}",
            f"{person.last_active_at:%d %b %Y, %H:%M}" if person.last_active_at else "–",
            t(f"metrics.tension.{person.tension or 'none'}"),
            t(f"intel.stage.{line.stage}") if line.stage else "–",
            f"{line.conversations:,}",
            t("users.did", did=line.did, answered=line.answered) if line.answered else "–",
            person.locale[:2],
            ", ".join(t(f"users.account.{kind}") for kind in known),
            dollars(line.cost_microusd),
        ],
        href=address("/person", id=str(person.id)),
    )


PAGE = Page("users", "/people", "users", people_page, PeopleState.load)
