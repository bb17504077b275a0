"""How the app's front end is built: own JavaScript goes in, the address comes out."""

from __future__ import annotations

from typing import Unpack

import reflex as rx
from reflex.utils.exec import is_prod_mode
from reflex_base.config import get_config
from reflex_base.plugins.base import PostBuildContext, PreCompileContext

from coaching.serving.finish import finish
from toney_app.js import MODULES

_SERVED_BY_THE_BACKEND = ("/api", "/auth", "/health", "/i18n", "/ready")


class ToneyBuild(rx.plugins.Plugin):
    """Writes the app's own modules before the build and finishes the result after it."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        for path, code in MODULES.items():
            context["add_save_task"](_module, path, code)
        if not is_prod_mode():
            context["add_modify_task"]("vite.config.js", _through_to_the_backend)

    def post_build(self, **context: Unpack[PostBuildContext]) -> None:
        finish(context["static_dir"])


def _module(path: str, code: str) -> tuple[str, str]:
    return path, code


def _through_to_the_backend(vite_config: str) -> str:
    """In development the page and the API come from two ports; the page's own reaches both."""
    target = f"{{ target: 'http://localhost:{get_config().backend_port}' }}"
    proxy = ", ".join(f"'{path}': {target}" for path in _SERVED_BY_THE_BACKEND)
    return vite_config.replace("server: {", f"server: {{ proxy: {{ {proxy} }},", 1)


PLUGINS = (rx.plugins.TailwindV4Plugin(), ToneyBuild())
