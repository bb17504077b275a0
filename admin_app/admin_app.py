"""The admin app: rx.App and its pages."""

from __future__ import annotations

import reflex as rx
from reflex.app import default_error_boundary

from admin_app import theme
from admin_app.api import api
from admin_app.copy import t
from admin_app.engine import lifespan
from admin_app.frame import framed
from admin_app.one_admin import OneAdmin
from admin_app.pages.costs import CostsState, costs_page
from admin_app.pages.intel import IntelState, intel_page
from admin_app.pages.metrics import MetricsState, metrics_page
from admin_app.pages.overview import OverviewState, overview_page
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
app.add_page(
    lambda: framed("overview", overview_page()),
    route="/",
    title=t("title"),
    on_load=OverviewState.load,
)
app.add_page(
    lambda: framed("metrics", metrics_page()),
    route="/metrics",
    title=t("metrics.page_title"),
    on_load=MetricsState.load,
)
app.add_page(
    lambda: framed("intel", intel_page()),
    route="/intel",
    title=t("intel.page_title"),
    on_load=IntelState.load,
)
app.add_page(
    lambda: framed("costs", costs_page()),
    route="/costs",
    title=t("costs.page_title"),
    on_load=CostsState.load,
)
app.add_middleware(OneAdmin())
app.register_lifespan_task(lifespan)
