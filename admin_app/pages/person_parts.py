"""How one person is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import reflex as rx

from admin_app import theme
from admin_app.components.confirm_dialog import confirm_dialog, field, opens
from admin_app.components.data_table import Column, data_table
from admin_app.components.description_list import description_list
from admin_app.components.opened_words import opened_words
from admin_app.components.timeline import timeline
from admin_app.copy import t
from admin_app.pages.person_rows import SIGNALS
from admin_app.session_state import SessionState
from coaching.domains.people.history import JOBS
from coaching.domains.people.words import Span
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

HOURS = ("1", "24", "72")
REQUESTS = ("sign_out", "export", "delete")
SESSION_COLUMNS = 5
MESSAGES = 2
NUMBERS = {"story": (2,), "briefings": (4, 5), "cards": (3,), "cost": (1, 2, 3)}
"""The columns of each part that are numbers."""
NEWEST = {"story": SIGNALS, "jobs": JOBS}
"""How many rows a part shows at most."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the briefing against the one before it."""

    title: str
    spans: list[Span]


def person_view(state: Any, tabs: Sequence[str], wordy: Collection[str]) -> rx.Component:  # noqa: ANN401
    """The page: head, tabs, the part that is open, and what can be done."""
    return rx.fragment(
        rx.el.div(
            rx.el.div(
                rx.el.a(t("person.back"), href="/people", class_name=theme.ACT),
                rx.el.h1(
                    rx.cond(state.title != "", state.title, t("person.title")),
                    class_name=theme.TITLE,
                    data_testid="person-title",
                ),
                rx.el.p(state.about, class_name=theme.NOTE),
            ),
            class_name=theme.HEAD,
        ),
        rx.cond(state.person != "", _parts(state, tabs, wordy)),
    )


def _parts(state: Any, tabs: Sequence[str], wordy: Collection[str]) -> rx.Component:  # noqa: ANN401
    return rx.fragment(
        rx.el.nav(
            *[
                rx.el.a(
                    t(f"person.tab.{tab}"),
                    href=state.links[tab],
                    aria_current=rx.cond(state.tab == tab, "page", "false"),
                    class_name=theme.TAB,
                    data_testid=f"tab-{tab}",
                )
                for tab in tabs
            ],
            aria_label=t("person.tabs"),
            class_name=theme.TABS,
        ),
        _access(state, wordy),
        rx.match(
            state.tab,
            ("story", _story(state)),
            ("sessions", _sessions(state)),
            *[(tab, _table(state, tab)) for tab in tabs if tab not in {"story", "sessions"}],
            rx.fragment(),
        ),
        rx.cond(state.tab == "briefings", rx.foreach(state.versions, _version)),
        rx.cond(SessionState.may_change, _requests(state)),
    )


def _access(state: Any, wordy: Collection[str]) -> rx.Component:  # noqa: ANN401
    """Whether words can be opened; asking for it; opening those of this tab."""
    is_wordy = rx.Var.create(sorted(wordy)).to(list[str]).contains(state.tab)
    return rx.el.div(
        rx.icon("lock", size=20, aria_hidden="true"),
        rx.el.p(state.access, data_testid="access"),
        rx.cond(
            SessionState.may_change,
            rx.cond(
                state.is_granted,
                rx.cond(
                    is_wordy,
                    rx.el.button(
                        t("person.open_words"),
                        type="button",
                        on_click=state.open_words,
                        class_name=theme.SELECT,
                        data_testid="open-words",
                    ),
                ),
                rx.cond(~state.is_waiting, opens("ask", t("person.ask"))),
            ),
        ),
        confirm_dialog(
            "ask",
            t("person.ask_title"),
            rx.el.p(t("person.ask_note"), class_name=theme.NOTE),
            field("reason", t("person.reason")),
            rx.el.label(
                t("person.hours"),
                rx.el.select(
                    *[rx.el.option(t(f"person.hours.{one}"), value=one) for one in HOURS],
                    name="hours",
                    default_value="24",
                    class_name=theme.SELECT,
                    data_testid="field-hours",
                ),
                class_name=theme.FIELD,
            ),
            go=t("person.ask"),
            back=t("cancel"),
            on_submit=state.ask,
            acts=SessionState.acts,
        ),
        class_name=theme.LOCKED,
    )


def _story(state: Any) -> rx.Component:  # noqa: ANN401
    return rx.fragment(
        timeline(
            t("person.tab.story"),
            state.tracks,
            state.first,
            state.last,
            kinds={kind: t(f"metrics.signal.{kind}") for kind in SignalType},
            note=t("person.story_note"),
        ),
        description_list(t("person.facts"), state.facts, is_wide=True),
        rx.el.h2(t("person.signals"), class_name=theme.SECTION_TITLE),
        _table(state, "story"),
    )


def _table(state: Any, tab: str) -> rx.Component:  # noqa: ANN401
    numbers = NUMBERS.get(tab, ())
    columns = tuple(
        Column(label, is_number=place in numbers)
        for place, label in enumerate(t(f"person.columns.{tab}").split(" | "))
    )
    most = NEWEST.get(tab, 0)
    return rx.fragment(
        data_table(
            f"person-{tab}",
            columns,
            state.rows,
            label=t(f"person.tab.{tab}"),
            nothing=t("overview.nothing"),
        ),
        rx.cond(
            most > 0 and state.rows.length() == most,
            rx.el.p(t("person.newest", count=most), class_name=theme.NOTE),
        ),
    )


def _sessions(state: Any) -> rx.Component:  # noqa: ANN401
    """The conversations by their numbers; each opens below while there is a grant."""
    heads = t("person.columns.sessions").split(" | ")
    return rx.el.section(
        rx.el.div(
            rx.el.table(
                rx.el.thead(
                    rx.el.tr(
                        *[
                            rx.el.th(head, scope="col", class_name=_look(place))
                            for place, head in enumerate(heads[:-1])
                        ],
                        rx.el.th(heads[-1], scope="col", class_name=theme.STAYS),
                    )
                ),
                rx.el.tbody(
                    rx.foreach(
                        state.rows,
                        lambda row: rx.el.tr(
                            *[
                                rx.el.td(row.cells[place], class_name=_look(place))
                                for place in range(SESSION_COLUMNS)
                            ],
                            rx.el.td(
                                rx.cond(
                                    state.is_granted & (row.cells[SESSION_COLUMNS] != ""),
                                    rx.el.button(
                                        t("person.open"),
                                        rx.el.span(
                                            ", ", row.cells[0], class_name=theme.SCREEN_READER
                                        ),
                                        type="button",
                                        on_click=state.open_session(row.cells[SESSION_COLUMNS]),
                                        class_name=theme.ACT,
                                        data_testid="open-session",
                                    ),
                                    "–",
                                ),
                                class_name=theme.STAYS,
                            ),
                            data_testid="session-row",
                        ),
                    )
                ),
                aria_label=t("person.tab.sessions"),
                class_name=theme.DATA_TABLE,
            ),
            class_name=theme.SCROLLS,
            tab_index=0,
            role="region",
            aria_label=t("person.tab.sessions"),
        ),
        opened_words(state.lines),
        class_name=theme.PANEL,
    )


def _look(place: int) -> str:
    return theme.NUMBER if place == MESSAGES else ""


def _version(version: rx.vars.ObjectVar[Version]) -> rx.Component:
    return rx.el.section(
        rx.el.h2(version.title, class_name=theme.PANEL_TITLE),
        rx.el.p(
            rx.foreach(
                version.spans,
                lambda span: rx.match(
                    span.kind,
                    ("in", rx.el.ins(span.text, " ")),
                    ("out", rx.el.del_(span.text, " ")),
                    rx.el.span(span.text, " "),
                ),
            ),
            class_name=theme.DIFFERENCE,
        ),
        class_name=theme.PANEL,
        data_testid="version",
    )


def _requests(state: Any) -> rx.Component:  # noqa: ANN401
    """What an admin does when the person asks for it."""
    handlers = {"sign_out": state.sign_out, "export": state.export, "delete": state.delete}
    return rx.el.section(
        rx.el.h2(t("person.requests"), class_name=theme.PANEL_TITLE),
        rx.el.p(t("person.requests_note"), class_name=theme.NOTE),
        rx.el.div(
            *[opens(name, t(f"person.request.{name}")) for name in REQUESTS],
            class_name=theme.FILTERS,
        ),
        *[
            confirm_dialog(
                name,
                t(f"person.request.{name}"),
                rx.el.p(t(f"person.about.{name}")),
                field("typed", t("person.typed"), most=8),
                go=t(f"person.request.{name}"),
                back=t("cancel"),
                on_submit=handlers[name],
                acts=SessionState.acts,
                is_danger=name == "delete",
            )
            for name in REQUESTS
        ],
        class_name=theme.PANEL,
    )
