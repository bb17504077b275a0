"""How the admin's front end is built: the address comes out, nothing else is special."""

from __future__ import annotations

from typing import Any

import reflex as rx

from coaching.serving.finish import finish


class AdminBuild(rx.plugins.Plugin):
    """Finishes the built front end."""

    def post_build(self, **context: Any) -> None:
        finish(context["static_dir"])


PLUGINS = (rx.plugins.TailwindV4Plugin(), AdminBuild())
