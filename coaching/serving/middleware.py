"""The outermost layer of each app's server.

It looks at every request before the framework does: is it for us (Host), may it come from there
(Origin), is it short enough; and at every answer: security, caching, and the page in the person's
language (ADR 0005, ADR 0006).
"""

from __future__ import annotations

import html
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from coaching.serving.asgi import header, respond, respond_json
from coaching.serving.body_limit import BODY_LIMIT, UPLOADS, LimitedBody
from coaching.serving.cookies import LANGUAGE_COOKIE, read_cookie
from coaching.serving.headers import AnswerHeaders, content_security_policy
from coaching.serving.languages import choose, fill

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from coaching.serving.apps import Face
    from coaching.serving.asgi import App, Message, Receive, Scope, Send
    from coaching.serving.pages import Document, Pages

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_VARY = (b"vary", b"Cookie, Accept-Language, Accept-Encoding")
_FOREVER = (b"cache-control", b"public, max-age=31536000, immutable")


class Front:
    """Wraps the whole server of an app."""

    def __init__(self, app: App, face: Face, pages: Pages, public: Path) -> None:
        self._app = app
        self._face = face
        self._pages = pages
        self._headers = AnswerHeaders(face, content_security_policy(public))
        self._limited = LimitedBody(app, self._refuse_length)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and not self._may_connect(scope):
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        answer = self._completed(scope, send)
        if path == "/health":
            await respond_json(answer, 200, {"status": "ok"})
        elif header(scope, b"host") not in self._face.hosts:
            await self._name_our_address(scope, answer)
        elif scope["method"] not in _SAFE:
            await self._unsafe(scope, receive, answer)
        elif (document := self._document(scope, path)) is not None:
            await self._send_document(scope, answer, document)
        else:
            await self._app(scope, receive, self._with_our_not_found(scope, answer))

    async def _unsafe(self, scope: Scope, receive: Receive, send: Send) -> None:
        """CORS does not keep a foreign page's request from being carried out; this does."""
        if not self._is_our_origin(scope):
            problem = {"error": self._text(scope, "front.origin"), "code": "FORBIDDEN"}
            await respond_json(send, 403, problem)
        else:
            await self._limited(scope, receive, send)

    def _may_connect(self, scope: Scope) -> bool:
        return header(scope, b"host") in self._face.hosts and self._is_our_origin(scope)

    def _is_our_origin(self, scope: Scope) -> bool:
        """Return True without an Origin, since then no page sent the cookie, or if it is ours."""
        origin = header(scope, b"origin")
        return origin in self._face.origins if origin else not _is_cross_site(scope)

    def _document(self, scope: Scope, path: str) -> Document | None:
        if path.startswith("/i18n/"):
            language, _, kind = path.removeprefix("/i18n/").partition(".")
            pages = self._pages
            kinds = {"js": pages.script, "more.json": pages.more}
            is_known = language in pages.languages and kind in kinds
            return kinds[kind](language) if is_known else None
        name = self._pages.name_of(path)
        return self._pages.page(name, self._language(scope)) if name else None

    async def _send_document(
        self, scope: Scope, send: Send, document: Document, status: int = HTTPStatus.OK
    ) -> None:
        tag = f'"{document.tag}"'.encode()
        headers = [(b"etag", tag), _VARY]
        if document.tag in parse_qs(scope["query_string"].decode("latin-1")).get("v", ()):
            headers.append(_FOREVER)
        if status == HTTPStatus.OK and header(scope, b"if-none-match").encode() == tag:
            await respond(send, 304, b"", document.content_type, headers)
            return
        body = document.body
        if "gzip" in header(scope, b"accept-encoding"):
            body = document.compressed
            headers.append((b"content-encoding", b"gzip"))
        await respond(send, status, body, document.content_type, headers)

    async def _name_our_address(self, scope: Scope, send: Send) -> None:
        url = html.escape(self._face.url)
        words, hint = (html.escape(self._text(scope, f"front.host{n}")) for n in ("", "_help"))
        page = (
            '<!doctype html><meta charset="utf-8"><title>Toney</title>'
            f'<p>{words} <a href="{url}">{url}</a></p><p>{hint}</p>'
        )
        await respond(send, 421, page.encode(), "text/html; charset=utf-8")

    async def _refuse_length(self, scope: Scope, send: Send) -> None:
        limit = UPLOADS.get(scope["path"], BODY_LIMIT)
        words = self._text(scope, "front.too_long", limit=limit // 1024)
        await respond_json(send, 413, {"error": words, "code": "TOO_LARGE"})

    def _completed(self, scope: Scope, send: Send) -> Send:
        async def completed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                whole = self._headers.complete(scope, message["status"], headers)
                message = {**message, "headers": whole}
            await send(message)

        return completed

    def _with_our_not_found(self, scope: Scope, send: Send) -> Send:
        """Return a send that puts our page in the place of the framework's template for a 404."""
        replaced = False

        async def not_found_in_words(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start" and self._is_template(message):
                replaced = True
                document = self._pages.page("404.html", self._language(scope))
                await self._send_document(scope, send, document, 404)
            elif not replaced:
                await send(message)

        return not_found_in_words

    def _is_template(self, message: Message) -> bool:
        named: Mapping[bytes, bytes] = dict(message.get("headers", ()))
        is_page = named.get(b"content-type", b"").startswith(b"text/html")
        return (
            is_page
            and message["status"] == HTTPStatus.NOT_FOUND
            and self._pages.name_of("404") is not None
        )

    def _language(self, scope: Scope) -> str:
        cookie = read_cookie(header(scope, b"cookie"), LANGUAGE_COOKIE)
        return choose(cookie, header(scope, b"accept-language"), self._pages.languages)

    def _text(self, scope: Scope, key: str, **params: object) -> str:
        return fill(self._pages.texts(self._language(scope)), key, params)


def _is_cross_site(scope: Scope) -> bool:
    return header(scope, b"sec-fetch-site") == "cross-site"
