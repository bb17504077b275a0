"""A second build of the app without building: each file of the first under another name.

As after a real update, no file of the first build is on the server any more.
"""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

from coaching.serving.build_postprocess import HASHES, inline_hashes
from coaching.serving.frontend import built
from coaching.serving.releases import PUBLIC
from tests.support.served import ROOT
from toney_app.pwa import worker

if TYPE_CHECKING:
    from pathlib import Path

NEWER = "_newer"
_TEXTS = {".js", ".css", ".html", ".json"}


def second_build(release: Path) -> Path:
    """Write the build into a folder and return it."""
    shutil.copytree(
        built("toney_app", ROOT), release, ignore=shutil.ignore_patterns("*.br", "*.gz")
    )
    public = release / PUBLIC
    assets = [path for path in (public / "assets").iterdir() if path.suffix in _TEXTS]
    known = re.compile("|".join(re.escape(path.name) for path in assets))
    for path in release.rglob("*"):
        if path.suffix in _TEXTS:
            path.write_text(known.sub(_newer, path.read_text("utf-8")), "utf-8")
    for path in assets:
        path.rename(path.with_stem(path.stem + NEWER))
    pages = (path.read_text("utf-8") for path in public.rglob("*.html"))
    (public.parent / HASHES).write_text(json.dumps(inline_hashes(pages)), "utf-8")
    (public / "service-worker.js").write_text(worker(public), "utf-8")
    return release


def _newer(found: re.Match[str]) -> str:
    stem, _, ending = found[0].rpartition(".")
    return f"{stem}{NEWER}.{ending}"
