from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.components.layout import icon_button
from toney_app.copy import t
from toney_app.views.rewire.search_state import CardSearchState

_FIELD = "cards-query"


def search_field() -> rx.Component:
    """The field that looks through all cards; its cross leaves the search."""
    return rx.fragment(
        rx.el.label(t("ui.rewire.search"), html_for=_FIELD, class_name=theme.SCREEN_READER),
        rx.el.div(
            icon("search"),
            rx.el.input(
                type="search",
                max_length=200,
                placeholder=t("ui.rewire.search"),
                on_change=CardSearchState.look_for.debounce(250),
                auto_focus=True,
                class_name=theme.INPUT,
                custom_attrs={"id": _FIELD, "autoComplete": "off", "enterKeyHint": "search"},
                data_testid=_FIELD,
            ),
            icon_button(
                "x",
                t("ui.rewire.search_end"),
                on_click=CardSearchState.toggle,
                data_testid="cards-search-end",
            ),
            class_name="search tall mt-3",
        ),
    )


def results(found: rx.Component) -> rx.Component:
    """The cards that were found, or that there are none."""
    return rx.cond(
        CardSearchState.found.length() > 0,
        rx.el.ul(found, class_name="grid gap-2.5 mt-4"),
        rx.el.p(
            t("ui.sessions.nothing"),
            class_name=f"{theme.BODY} {theme.MUTED} py-6 text-center",
            role="status",
        ),
    )
