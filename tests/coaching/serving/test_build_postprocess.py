"""A finished build has no address and knows its inline blocks."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from coaching.serving.build_postprocess import finish, inline_hashes, paint_first, remove_address
from coaching.serving.failures import BuildChanged

if TYPE_CHECKING:
    from pathlib import Path

ENV = "var e={PING:`http://localhost:8000/ping`,EVENT:`ws://localhost:8000/_event`};"


@pytest.fixture
def public(tmp_path: Path) -> Path:
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / "assets" / "reflex-env-abc.js").write_text(ENV)
    (folder / "assets" / "other.js").write_text("fetch(`http://localhost:8000/x`)")
    (folder / "index.html").write_text("<script>go()</script><style>p{}</style>")
    return folder


def test_the_page_talks_to_where_it_came_from(public: Path) -> None:
    finish(public)
    text = (public / "assets" / "reflex-env-abc.js").read_text()
    assert "localhost" not in text
    assert "`${location.origin}/ping`" in text
    assert '`${location.origin.replace(/^http/,"ws")}/_event`' in text


@pytest.mark.parametrize("names", [[], ["reflex-env-a.js", "reflex-env-b.js"]])
def test_a_build_that_looks_different_is_refused(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text(ENV)
    with pytest.raises(BuildChanged, match=f"found {len(names)}"):
        remove_address(tmp_path)


def test_the_hashes_are_those_that_a_browser_computes(public: Path) -> None:
    finish(public)
    hashes = json.loads((public.parent / "csp.json").read_text())
    for kind, block in (("script", b"go()"), ("style", b"p{}")):
        digest = base64.b64encode(hashlib.sha256(block).digest()).decode()
        assert hashes[kind] == [f"'sha256-{digest}'"]


def test_scripts_with_a_source_need_no_hash() -> None:
    page = '<script async src="/a.js"></script><script type="module">x\ny</script>'
    assert len(inline_hashes([page, page])["script"]) == 1


def test_a_page_without_its_start_script_is_refused() -> None:
    with pytest.raises(BuildChanged):
        inline_hashes(["<p>empty</p>"])


def test_what_paints_the_page_is_asked_for_before_what_starts_it() -> None:
    start = '<link rel="modulepreload" href="/assets/a.js"/>'
    paint = '<script src="/boot.js"></script><link rel="stylesheet" href="/assets/a.css"/>'
    page = f"<head>{start}{start}{paint}</head><body></body>"
    assert paint_first(page) == f"<head>{paint}{start}{start}</head><body></body>"
