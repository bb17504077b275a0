"""Request body limit: a larger body is answered with 413 and not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.serving.asgi import header

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.serving.asgi import App, Message, Receive, Scope, Send

BODY_LIMIT = 64 * 1024
UPLOADS = {"/api/notes/import": 10 * 1024 * 1024 + BODY_LIMIT}
"""Paths that take files, with their own limit: these and what surrounds them in the request."""


class _TooLong(Exception):
    """The body went on after the limit; the answer has been sent."""


class LimitedBody:
    """Calls an app with a body of limited length; `refuse` answers for a longer one."""

    def __init__(self, app: App, refuse: Callable[[Scope, Send], Awaitable[None]]) -> None:
        self._app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = UPLOADS.get(scope["path"], BODY_LIMIT)
        declared = header(scope, b"content-length")
        if declared.isdigit() and int(declared) > most:
            await self._refuse(scope, send)
            return
        length = 0
        is_refused = False

        async def counted() -> Message:
            nonlocal length, is_refused
            message = await receive()
            length += len(message.get("body", b""))
            if length > most and not is_refused:
                is_refused = True
                await self._refuse(scope, send)
            if is_refused:
                raise _TooLong
            return message

        async def unless_refused(message: Message) -> None:
            if not is_refused:
                await send(message)

        try:
            await self._app(scope, counted, unless_refused)
        except _TooLong:
            return
