"""Error page for render errors: one line of text and a reload button."""

from __future__ import annotations

import reflex as rx
from reflex.app import default_error_boundary

from toney_app import theme
from toney_app.copy import t
from toney_app.props import Prop

_AGAIN: Prop = rx.Var("({onClick: () => location.reload()})")


def boundary(stateful: bool) -> rx.Component:  # noqa: FBT001 - the framework passes it so
    """Catch what breaks while the page is drawn; without a server there is nobody to tell."""
    untold = {} if stateful else {"on_error": rx.noop()}
    return default_error_boundary(fallback_render=_broken(), **untold)


def _broken() -> rx.Component:
    return rx.el.div(
        rx.el.p(t("ui.problem.internal_error"), class_name=theme.BODY, role="alert"),
        rx.el.button(
            t("ui.chat.try_again"),
            type="button",
            class_name=f"{theme.SECONDARY} mt-4",
            special_props=[_AGAIN],
        ),
        class_name="app m-auto p-6 text-center",
    )
