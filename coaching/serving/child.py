"""Child process that serves one app: `python -m coaching.serving.child PACKAGE`.

The supervisor hands over two descriptors: the listening socket, which survives a restart of this
process, and a pipe that closes when the supervisor is gone (ADR 0008).
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import os
import signal
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING

import uvicorn

from coaching.errors import ToneyError
from coaching.serving import logs, traces
from coaching.serving.apps import face_of
from coaching.serving.connection_timeouts import Patience
from coaching.serving.socket_compression import Socket
from coaching.serving.supervisor import REFUSED
from coaching.serving.traces import request_span
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from coaching.serving.asgi import App, Message, Receive, Scope, Send

STOPPING = "toney.stopping"
"""Key of the request scope: an `asyncio.Event` that is set when the server is about to stop."""

SOCKETS = "toney.sockets"
"""Key of the request scope: how many sockets are open."""

_GRACE_SECONDS = 2
_ORPHAN_SECONDS = 1.8
_SETTLED_SECONDS = 30


class Server(uvicorn.Server):
    """Stops on SIGINT, SIGTERM and SIGHUP, tells open streams first, and then exits with 0."""

    def __init__(self, config: uvicorn.Config, stopping: asyncio.Event) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; then what was imported is never looked through for garbage again.

        A full collection of it would keep everybody waiting for a tenth of a second. What is
        imported behind the start (the model's SDK) joins it when it has settled.
        """
        await super().startup(sockets)
        gc.freeze()
        gc.enable()
        asyncio.get_running_loop().call_later(_SETTLED_SECONDS, gc.freeze)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; called by uvicorn's own handlers and by ours for SIGHUP."""
        del sig, frame
        self.should_exit = True
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop().call_soon_threadsafe(self._stopping.set)


def main(package: str, listen_fd: int, alive_fd: int) -> int:
    """Serve an app until a signal comes or the supervisor is gone."""
    gc.disable()  # imports leave no garbage; looking for it takes a sixth of a start
    threading.Thread(target=_end_with_the_supervisor, args=(alive_fd,), daemon=True).start()
    settings = read_settings()
    logs.configure(settings)
    traces.configure()
    make_app: Callable[[], App] = importlib.import_module(f"{package}.{package}").app
    served = Served(make_app())
    config = _config(served, settings)
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_serve(served, config, listen_fd))
    except SystemExit as failure:
        if served.refusal is None:
            return int(failure.code or 0)
        sys.stderr.write(f"{face_of(settings, package).name}: {served.refusal}\n")
        return REFUSED
    return 0


class Served:
    """The app as uvicorn sees it: requests know when to stop, a refused start says why."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.stopping = asyncio.Event()
        self.refusal: ToneyError | None = None
        self._sockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, self._without_traceback(send))
            return
        scope[STOPPING], scope[SOCKETS] = self.stopping, self._sockets
        is_socket = scope["type"] == "websocket"
        self._sockets += is_socket
        try:
            with contextlib.nullcontext() if is_socket else request_span(scope):
                await self._app(scope, receive, send)
        finally:
            self._sockets -= is_socket

    def _without_traceback(self, send: Send) -> Send:
        """Return a send that logs an expected refusal in one line, without a traceback."""

        async def told(message: Message) -> None:
            reason = sys.exception()
            if message["type"] == "lifespan.startup.failed" and isinstance(reason, ToneyError):
                self.refusal = reason
                message = {**message, "message": ""}
            await send(message)

        return told


def _config(served: Served, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        served,
        log_config=None,
        access_log=False,
        server_header=False,
        http=Patience,
        ws=Socket,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=_GRACE_SECONDS,
        lifespan="on",
    )


async def _serve(served: Served, config: uvicorn.Config, listen_fd: int) -> None:
    server = Server(config, served.stopping)
    signal.signal(signal.SIGHUP, server.handle_exit)
    await server.serve([socket.socket(fileno=listen_fd)])


def _end_with_the_supervisor(alive_fd: int) -> None:
    """Wait in a thread, because the loop may not run yet or may be busy."""
    os.read(alive_fd, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_ORPHAN_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
