"""What somebody agrees to: the text, two boxes and a button; the same on the page and the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import reflex as rx

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.components.layout import busy
from toney_app.copy import t
from toney_app.session_state import HERE, SessionState

if TYPE_CHECKING:
    from toney_app.props import Prop, Shown

_MARK = "text-accent mt-0.5"


def receiver() -> rx.Var[str]:
    """Who receives the words."""
    provider = SessionState.provider
    named = t("consent.provider_named", provider=provider)
    none = rx.cond(provider == HERE, t("consent.provider_here"), t("consent.provider_none"))
    return rx.cond((provider == "") | (provider == HERE), none, named)


def text() -> rx.Component:
    """What is kept, and who receives what."""
    return rx.fragment(
        _part("book_open_text", t("consent.kept_title"), t("consent.text")),
        _part("globe", t("consent.receiver_title"), rx.cond(SessionState.ready, receiver(), "")),
    )


def form(
    label: rx.Var[str], *below: rx.Component | rx.Var[Any], is_busy: Shown = False, **props: Prop
) -> rx.Component:
    """Two boxes that have to be ticked, and the button; the browser says which one is missing."""
    return rx.el.form(
        _box("limits", t("consent.limits")),
        _box("adult", t("consent.adult")),
        rx.el.button(
            rx.cond(is_busy, busy(t("ui.start.beginning")), label),
            type="submit",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-3",
            disabled=is_busy,
            data_testid="consent-agree",
        ),
        *below,
        class_name="mt-5 grid gap-2",
        **props,
    )


def legal_links() -> rx.Component:
    """The two pages that say it in full; each opens by itself."""
    return rx.el.p(
        *[
            rx.el.a(
                t(f"ui.legal.{name}"),
                href=f"/{name}",
                class_name="link text-ink-2 font-medium min-h-6 mr-6",
                custom_attrs={"reloadDocument": True},
            )
            for name in ("privacy", "terms")
        ],
        class_name=f"{theme.SMALL} mt-1",
    )


def _part(name: str, title: rx.Var[str], line: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        icon(name, _MARK),
        rx.el.div(
            rx.el.h2(title, class_name=theme.LABEL),
            rx.el.p(line, class_name=f"{theme.BODY} {theme.MUTED} mt-1"),
        ),
        class_name="flex items-start gap-3.5 mt-5",
    )


def _box(name: str, line: rx.Var[str]) -> rx.Component:
    return rx.el.label(
        rx.el.input(type="checkbox", name=name, required=True),
        rx.el.span(line, class_name="flex-1"),
        rx.el.span(icon("check", theme.ICON_SMALL), class_name="opt-mark", data_kind="checkbox"),
        class_name="opt tick",
        data_testid=f"consent-{name}",
    )
