"""The admin app: rx.App and its pages."""

from __future__ import annotations

import reflex as rx
from reflex.app import default_error_boundary

from coaching.serving.compose import front

app = rx.App(
    toaster=None,
    app_wraps={
        (55, "ErrorBoundary"): lambda stateful: default_error_boundary(
            **({} if stateful else {"on_error": rx.noop()})
        )
    },
    head_components=[rx.el.link(rel="icon", href="/toney/icons/toney-icon-32.png")],
    api_transformer=[front("admin")],
)
app.add_page(lambda: rx.el.main(rx.el.h1("Toney admin")), route="/", title="Toney admin")
