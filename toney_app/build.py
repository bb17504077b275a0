"""How the app's front end is built: own JavaScript goes in, the address comes out."""

from __future__ import annotations

from typing import Unpack

import reflex as rx
from reflex_base.plugins.base import PostBuildContext, PreCompileContext

from coaching.serving.finish import finish
from toney_app.js import MODULES


class ToneyBuild(rx.plugins.Plugin):
    """Writes the app's own modules before the build and finishes the result after it."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        for path, code in MODULES.items():
            context["add_save_task"](_module, path, code)

    def post_build(self, **context: Unpack[PostBuildContext]) -> None:
        finish(context["static_dir"])


def _module(path: str, code: str) -> tuple[str, str]:
    return path, code


PLUGINS = (rx.plugins.TailwindV4Plugin(), ToneyBuild())
