"""What is left out of the first page, and that a build which looks different is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import reflex_base
from reflex.utils.frontend_skeleton import _compile_vite_config
from reflex.utils.misc import preload_color_theme
from reflex_base.config import get_config

from coaching.serving.failures import BuildChanged
from toney_app import bundle_patches
from toney_app.error_boundary import boundary

TEMPLATES = Path(reflex_base.__file__).parent / ".templates" / "web"


def test_what_every_page_needs_is_one_file() -> None:
    bundled = bundle_patches.bundled(_compile_vite_config(get_config()))
    address, base = bundled.index('name: "reflex-env"'), bundled.index("name: 'base'")
    assert address < base < bundled.index("find: '@emotion/react'")


def test_another_shape_of_the_settings_is_refused() -> None:
    with pytest.raises(BuildChanged, match="expected"):
        bundle_patches.bundled("export default {}")


def test_nothing_evaluates_text_in_its_own_scope() -> None:
    state = (TEMPLATES / "utils" / "state.js").read_text("utf-8")
    once = bundle_patches.renamed(state)
    assert "eval(" in state
    assert "eval(" not in once
    assert bundle_patches.renamed(once) == once
    with pytest.raises(BuildChanged, match="eval"):
        bundle_patches.renamed("export const state = {};")


def test_a_component_with_a_style_of_its_own_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "app" / "routes" / "_index.jsx"
    page.parent.mkdir(parents=True)
    page.write_text('jsx("p",{className:"t-body"})')
    bundle_patches.refuse_inline_styles(tmp_path)
    page.write_text('jsx("p",{css:({ ["color"] : "red" })})')
    with pytest.raises(BuildChanged, match="a style in app"):
        bundle_patches.refuse_inline_styles(tmp_path)


def test_the_script_of_the_colours_is_sent_without_its_comments(tmp_path: Path) -> None:
    (words,) = preload_color_theme().children
    script: str = json.loads(str(words.contents))  # pyrefly: ignore[missing-attribute]
    files = [tmp_path / "index.html", tmp_path / "assets" / "root-a.js"]
    files[1].parent.mkdir()
    for file in files:
        file.write_text(f"<script>{script}</script><p>//</p>")
    bundle_patches.shorten_colour_script(tmp_path)
    lines = [line.strip() for line in script.splitlines()]
    kept = [line for line in lines if line and not line.startswith("//")]
    assert len(kept) < len(lines) - 5
    for file in files:
        whole = "\n".join(["<script>", *kept, "</script><p>//</p>"])
        assert file.read_text() == whole
    files[0].write_text("<p>")
    with pytest.raises(BuildChanged, match="colours"):
        bundle_patches.shorten_colour_script(tmp_path)


@pytest.mark.parametrize("stateful", [True, False])
def test_a_page_that_breaks_says_so_in_our_words(*, stateful: bool) -> None:
    shown = str(boundary(stateful))
    assert 'tx("ui.problem.internal_error")' in shown
    assert "location.reload()" in shown
    assert "css:" not in shown
