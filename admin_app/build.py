"""How the admin's front end is built: its JavaScript goes in, the address comes out."""

from __future__ import annotations

from typing import Unpack

import reflex as rx
from reflex.utils.exec import is_prod_mode
from reflex_base.config import get_config
from reflex_base.plugins.base import PostBuildContext, PreCompileContext

from admin_app.js import modules
from coaching.serving.build_postprocess import finish
from coaching.serving.development import through_to_the_backend


class AdminBuild(rx.plugins.Plugin):
    """Lets the development page reach its backend, and finishes what is built."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        for path, code in modules().items():
            context["add_save_task"](_module, path, code)
        if not is_prod_mode():
            context["add_modify_task"]("vite.config.js", _with_proxy)

    def post_build(self, **context: Unpack[PostBuildContext]) -> None:
        finish(context["static_dir"])


def _module(path: str, code: str) -> tuple[str, str]:
    return path, code


def _with_proxy(vite_config: str) -> str:
    return through_to_the_backend(vite_config, get_config().backend_port or 0)


PLUGINS = (rx.plugins.TailwindV4Plugin(), AdminBuild())
