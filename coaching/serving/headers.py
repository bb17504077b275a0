"""The headers of every answer: what a browser may do with it, and how long it may keep it."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from coaching.serving.build_postprocess import HASHES

if TYPE_CHECKING:
    from pathlib import Path

    from coaching.serving.apps import Face
    from coaching.serving.asgi import Scope

_FOREVER = b"public, max-age=31536000, immutable"
_FOUND = frozenset({HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT, HTTPStatus.NOT_MODIFIED})
_ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
# Heeded only for what is shown by itself: the scripts, styles and fonts of a page go without.
_IN_A_WINDOW = (
    # Not `no-referrer`: forms of our own would then be posted with `Origin: null`.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_ASSETS = "/assets/"
_OUR_FILES = (_ASSETS, "/toney/")
_NOT_FOR_FILES = frozenset({b"accept-ranges", b"vary"})
# Their names change with their content, so nobody asks twice.
_NOT_FOR_ASSETS = _NOT_FOR_FILES | {b"etag", b"last-modified"}
_PARTS_OF_A_PAGE = (b"text/javascript", b"text/css", b"font/woff2")
_HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")


def content_security_policy(public: Path) -> str:
    """Allow what the build wrote inline, by hash, and nothing else that is not our own."""
    file = public.parent / HASHES
    hashes: dict[str, list[str]] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    rules = {
        "default-src": ["'self'"],
        "script-src": ["'self'", *hashes.get("script", ())],
        "style-src": ["'self'", *hashes.get("style", ())],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "font-src": ["'self'"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
    }
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in rules.items())


class AnswerHeaders:
    """Adds what is missing to the headers of an answer."""

    def __init__(self, face: Face, policy: str) -> None:
        self._always = (*_ALWAYS, _HTTPS_ONLY) if face.is_https else _ALWAYS
        self._policy = (b"content-security-policy", policy.encode())

    def complete(
        self, scope: Scope, status: int, headers: list[tuple[bytes, bytes]]
    ) -> list[tuple[bytes, bytes]]:
        """Return the headers with security and caching added."""
        path = scope["path"]
        if status == HTTPStatus.OK and path.startswith(_OUR_FILES):
            unneeded = _NOT_FOR_ASSETS if path.startswith(_ASSETS) else _NOT_FOR_FILES
            headers = [*_without(unneeded, headers), (b"vary", b"Accept-Encoding")]
        named = {name.lower(): value for name, value in headers}
        added = [pair for pair in self._always if pair[0] not in named]
        kind = named.get(b"content-type", b"")
        if not kind.startswith(_PARTS_OF_A_PAGE):
            added += [pair for pair in _IN_A_WINDOW if pair[0] not in named]
        if kind.startswith(b"text/html"):
            added.append(self._policy)
        if b"cache-control" not in named:
            added.append((b"cache-control", _cache_control(path, status)))
        return [*headers, *added]


def _without(
    unneeded: frozenset[bytes], headers: list[tuple[bytes, bytes]]
) -> list[tuple[bytes, bytes]]:
    """Only our own pages load these files, so no other origin is told that it may."""
    return [
        (name, value)
        for name, value in headers
        if name.lower() not in unneeded and not name.lower().startswith(b"access-control-")
    ]


def _cache_control(path: str, status: int) -> bytes:
    """File names under /assets carry the hash of their content; all else may change."""
    if path.startswith(("/api/", "/auth/", "/downloads/")):
        return b"no-store"
    if path.startswith(_ASSETS) and status in _FOUND:
        return _FOREVER
    return b"no-cache"
