"""The app: rx.App and its pages."""

from __future__ import annotations

import reflex as rx

from coaching.serving.compose import front
from toney_app import theme
from toney_app.api import api
from toney_app.connections import connections
from toney_app.copy import LANGUAGE, TEXTS_SOURCE, t
from toney_app.engine import lifespan
from toney_app.error_boundary import boundary
from toney_app.event_allowlist import refuse_unknown_events
from toney_app.notice_state import on_error
from toney_app.pages import PAGES
from toney_app.session_isolation import OnePerson

app = rx.App(
    toaster=None,
    app_wraps={(55, "ErrorBoundary"): boundary},
    backend_exception_handler=on_error,
    stylesheets=theme.STYLESHEETS,
    html_custom_attrs={"lang": LANGUAGE},  # pyrefly: ignore[bad-assignment] - a Var
    head_components=[rx.el.script(src=TEXTS_SOURCE, id="texts"), *theme.head()],
    api_transformer=[api, connections(lambda: app), front("toney")],
)
for page in PAGES:
    app.add_page(
        page.component,
        route=page.route,
        title=page.title,
        description=t("app.description"),
        on_load=page.on_load,
    )
app.add_middleware(OnePerson())
refuse_unknown_events(app)
app.register_lifespan_task(lifespan)
