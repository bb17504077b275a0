"""The app: rx.App and its pages."""

from __future__ import annotations

import reflex as rx
from reflex.app import default_error_boundary

from coaching.serving.compose import front
from toney_app.copy import HTML_ATTRIBUTES, TEXTS_SOURCE, t

app = rx.App(
    toaster=None,
    app_wraps={
        (55, "ErrorBoundary"): lambda stateful: default_error_boundary(
            **({} if stateful else {"on_error": rx.noop()})
        )
    },
    html_custom_attrs=HTML_ATTRIBUTES,
    head_components=[rx.el.script(src=TEXTS_SOURCE, id="texts")],
    api_transformer=[front("toney")],
)
app.add_page(
    lambda: rx.el.main(rx.el.h1(t("app.name")), rx.el.input(placeholder=t("app.tagline"))),
    route="/",
    title=t("app.name"),
)
