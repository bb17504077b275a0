"""Post-process a built front end: remove addresses and hash every inline block.

The build talks to whatever origin served it (ADR 0004) and the content security policy allows
exactly the inline scripts and styles that the build wrote (ADR 0005).
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import TYPE_CHECKING

from coaching.serving.failures import BuildChanged

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HASHES = "csp.json"

_ADDRESS = re.compile(r"`(ws|http)://[^`/]*(/[^`]*)`")
_MODULE = re.compile(r'<link rel="modulepreload"[^>]*>')
_INLINE = {
    "script": re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.+?)</script>", re.DOTALL),
    "style": re.compile(r"<style[^>]*>(.+?)</style>", re.DOTALL),
}


def finish(public: Path) -> None:
    """Replace the address in a finished build, and write the hashes of its inline blocks."""
    remove_address(public / "assets")
    pages = sorted(public.rglob("*.html"))
    for path in pages:
        path.write_text(paint_first(path.read_text("utf-8")), "utf-8")
    hashes = inline_hashes(path.read_text("utf-8") for path in pages)
    (public.parent / HASHES).write_text(json.dumps(hashes, indent=1) + "\n", "utf-8")


def remove_address(assets: Path) -> None:
    """Replace the built-in server address by the page's own origin, in exactly one file."""
    changed = 0
    for path in assets.glob("reflex-env-*.js"):
        text, count = _ADDRESS.subn(_own_origin, path.read_text("utf-8"))
        if count:
            path.write_text(text, "utf-8")
            changed += 1
    if changed != 1:
        raise BuildChanged(f"expected the server address in 1 file of the build, found {changed}")


def paint_first(page: str) -> str:
    """Ask for what paints the page before what starts it: a slow line brings it in this order."""
    modules: str = "".join(_MODULE.findall(page))
    return _MODULE.sub("", page).replace("</head>", f"{modules}</head>", 1)


def inline_hashes(pages: Iterable[str]) -> dict[str, list[str]]:
    """Return the CSP sources of all inline scripts and styles of the prerendered pages."""
    found: dict[str, set[str]] = {kind: set() for kind in _INLINE}
    for page in pages:
        for kind, pattern in _INLINE.items():
            found[kind] |= {_source(block) for block in pattern.findall(page)}
    if not found["script"]:
        raise BuildChanged("the build has no inline script: the page would not start")
    return {kind: sorted(sources) for kind, sources in found.items()}


def _own_origin(match: re.Match[str]) -> str:
    to_socket = '.replace(/^http/,"ws")' if match[1] == "ws" else ""
    return f"`${{location.origin{to_socket}}}{match[2]}`"


def _source(block: str) -> str:
    digest = base64.b64encode(hashlib.sha256(block.encode()).digest()).decode()
    return f"'sha256-{digest}'"
