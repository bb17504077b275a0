"""How the app's front end is built: own JavaScript goes in, the address comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import reflex as rx
from reflex.utils.exec import is_prod_mode
from reflex_base import constants
from reflex_base.config import get_config
from reflex_base.plugins.base import PostBuildContext, PreCompileContext

from coaching.serving.build_postprocess import finish
from coaching.serving.development import through_to_the_backend
from toney_app import bundle_patches, lazy_texts, pwa
from toney_app.js import modules


class ToneyBuild(rx.plugins.Plugin):
    """Writes the app's own modules before the build and finishes the result after it."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        for path, code in modules().items():
            context["add_save_task"](_module, path, code)
        context["add_modify_task"]("vite.config.js", bundle_patches.bundled)
        context["add_modify_task"]("utils/state.js", _state_js)
        if not is_prod_mode():
            context["add_modify_task"]("vite.config.js", _with_proxy)

    def post_build(self, **context: Unpack[PostBuildContext]) -> None:
        static = context["static_dir"]
        bundle_patches.refuse_inline_styles(static.parents[1])
        bundle_patches.shorten_colour_script(static)
        finish(static)
        lazy_texts.write(static)
        pwa.write(static)


def _module(path: str, code: str) -> tuple[str, str]:
    return path, code


def _state_js(_before: str) -> str:
    """From the framework's own file: the one here may have been changed by an earlier build."""
    code = Path(constants.Templates.Dirs.WEB_TEMPLATE, "utils", "state.js").read_text("utf-8")
    return pwa.wired(bundle_patches.renamed(code))


def _with_proxy(vite_config: str) -> str:
    return through_to_the_backend(vite_config, get_config().backend_port or 0)


PLUGINS = (rx.plugins.TailwindV4Plugin(), ToneyBuild())
