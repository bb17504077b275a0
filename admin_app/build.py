"""How the admin's front end is built: the address comes out, nothing else is special."""

from __future__ import annotations

from typing import Unpack

import reflex as rx
from reflex_base.plugins.base import PostBuildContext

from coaching.serving.finish import finish


class AdminBuild(rx.plugins.Plugin):
    """Finishes the built front end."""

    def post_build(self, **context: Unpack[PostBuildContext]) -> None:
        finish(context["static_dir"])


PLUGINS = (rx.plugins.TailwindV4Plugin(), AdminBuild())
