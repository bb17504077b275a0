"""What makes the app installable: its manifest, and the service worker with its list of files.

Both are written into the finished build (ADR 0029). The manifest has marks for its texts, which the
server replaces in the person's language like those of a page.
"""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from coaching.serving.failures import BuildChanged
from toney_app import theme

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MANIFEST = "toney/manifest.webmanifest"
WORKER = "service-worker.js"
# Kept for a start without a connection: every part of the page, its faces and icons.
_KEPT = (
    "assets/*.js",
    "assets/*.css",
    "toney/boot.js",
    "toney/fonts/*.woff2",
    "toney/icons/toney-icon-512.svg",
    "toney/icons/toney-icon-192.png",
)
_VERSION_LENGTH = 16
# Our functions come by the framework's own registry: this file is loaded before them.
_WIRES = (
    (
        "const delta = withoutUnknownSubstates(update.delta);",
        "const delta = (app.arrives ?? ((all) => all))(withoutUnknownSubstates(update.delta));",
    ),
    (
        "const handleStateMismatch = (info) => {",
        "const handleStateMismatch = (info) => { if (app.otherServer) return app.otherServer();",
    ),
)
_SHORTCUTS = (("chat", "/#chat"), ("home", "/#home"), ("practices", "/#home/practices"))


def write(public: Path) -> None:
    """Write the manifest and the service worker into the public folder of a finished build."""
    text = json.dumps(manifest(), ensure_ascii=False, indent=1)
    (public / MANIFEST).write_text(f"{text}\n", "utf-8")
    (public / WORKER).write_text(worker(public), "utf-8")


def wired(state_js: str) -> str:
    """Let our modules see what the server sends, and meet a server of another version."""
    for place, ours in _WIRES:
        if state_js.count(place) != 1:
            raise BuildChanged(f"expected '{place}' once in utils/state.js")
        state_js = state_js.replace(place, ours)
    return state_js


def manifest() -> dict[str, Any]:
    """Return the web app manifest, with marks where a text belongs."""
    return {
        "id": "/",
        "name": _text("app.name"),
        "short_name": _text("app.name"),
        "description": _text("app.description"),
        "lang": _text("@lang"),
        "dir": "ltr",
        "start_url": "/#home",
        "scope": "/",
        "display": "standalone",
        "background_color": theme.PAPER_LIGHT,
        "theme_color": theme.PAPER_LIGHT,
        "categories": ["health", "lifestyle"],
        "icons": [
            _icon("toney-icon-192.png", 192, "any"),
            _icon("toney-icon-512.png", 512, "any"),
            _icon("toney-icon-512.png", 512, "maskable"),
            _icon("toney-icon-monochrome.png", 512, "monochrome"),
        ],
        "screenshots": [_screenshot(name) for name in ("home", "chat")],
        "shortcuts": [
            {
                "name": _text(f"app.shortcut.{name}"),
                "url": url,
                "icons": [_icon("toney-icon-192.png", 192, "any")],
            }
            for name, url in _SHORTCUTS
        ],
    }


def worker(public: Path) -> str:
    """Return the service worker with the files of this build; its version names their content."""
    kept = sorted({path for pattern in _KEPT for path in public.glob(pattern)})
    source = files("toney_app.js").joinpath("service_worker.js").read_text("utf-8")
    shell = {
        "version": _version(source, kept),
        "files": [f"/{path.relative_to(public).as_posix()}" for path in kept],
    }
    return f"self.SHELL = {json.dumps(shell)};\n{source}"


def _version(source: str, kept: Iterable[Path]) -> str:
    digest = hashlib.sha256(source.encode())
    for path in kept:
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:_VERSION_LENGTH]


def _text(key: str) -> str:
    return f"\ue000{key}\ue001"


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": f"/toney/icons/{name}",
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


def _screenshot(name: str) -> dict[str, str]:
    return {
        "src": f"/toney/screens/{name}.png",
        "sizes": "780x1688",
        "type": "image/png",
        "form_factor": "narrow",
        "label": _text(f"app.screenshot.{name}"),
    }
