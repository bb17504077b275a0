"""The admin app: rx.App and its pages."""

from __future__ import annotations

import reflex as rx
from reflex.app import default_error_boundary

from admin_app import theme
from admin_app.api import api
from admin_app.copy import t
from admin_app.engine import lifespan
from admin_app.frame import framed
from admin_app.navigation import PAGES
from admin_app.one_admin import OneAdmin
from admin_app.pages.missing import missing_page
from coaching.serving.compose import front

app = rx.App(
    toaster=None,
    app_wraps={
        (55, "ErrorBoundary"): lambda stateful: default_error_boundary(
            **({} if stateful else {"on_error": rx.noop()})
        )
    },
    html_lang="en",
    stylesheets=theme.STYLESHEETS,
    head_components=[rx.el.link(rel="icon", href="/toney/icons/toney-icon-32.png")],
    api_transformer=[api, front("admin")],
)
for page in PAGES:
    app.add_page(
        lambda page=page: framed(page),
        route=page.route,
        title=t("title_of", page=t(f"{page.name}.title")),
        on_load=page.load,
    )
app.add_page(missing_page(), route="404", title=t("title_of", page=t("missing.title")))
app.add_middleware(OneAdmin())
app.register_lifespan_task(lifespan)
