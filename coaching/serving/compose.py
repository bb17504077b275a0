"""Puts the outermost layer around the server of an app."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from coaching import content
from coaching.serving import logs
from coaching.serving.apps import face
from coaching.serving.middleware import Front
from coaching.serving.pages import Pages
from coaching.serving.releases import PUBLIC
from coaching.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.serving.apps import FaceName
    from coaching.serving.asgi import App


def front(name: FaceName) -> Callable[[App], App]:
    """Return the wrapper of an app's server; settings and build are read when it is made."""

    def wrap(app: App) -> App:
        settings = read_settings()
        if not structlog.is_configured():  # in development nobody has done it yet
            logs.configure(settings)
        this = face(settings, name)
        public = Path(os.environ["REFLEX_WEB_WORKDIR"]) / PUBLIC
        pages = Pages(public, content.languages(), content.texts)
        return Front(app, this, pages, public)

    return wrap
