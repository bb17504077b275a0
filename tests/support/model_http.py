"""Just enough HTTP/1.1 for the stand-in to listen: one request after the other, chunked answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Protocol


class Play(Protocol):
    """What the stand-in does with one request."""

    status: int
    headers: Mapping[str, str]
    before: float


REQUEST_ID = "req_local"
TARGET = ":target"
"""Under this name the headers hold what was asked for."""
METHOD = ":method"
Answer = Callable[[bytes, Mapping[str, str]], Any]
Played = Callable[[Any], AsyncIterator[bytes | None]]


class BrokenOff(Exception):
    """The script cuts the connection."""


async def serve(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: Answer, played: Played
) -> None:
    """Answer every request of a connection by the script."""
    try:
        while True:
            raw, headers = await _request(reader)
            await _respond(writer, answer(raw, headers), played)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()
    except (BrokenOff, asyncio.CancelledError):  # the end of a test cancels what still plays
        writer.transport.abort()


async def _request(reader: asyncio.StreamReader) -> tuple[bytes, Mapping[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    lines = [line.partition(":") for line in head.split("\r\n")[1:] if line]
    headers = {name.strip().lower(): value.strip() for name, _, value in lines}
    headers[METHOD], headers[TARGET] = head.split(" ", 2)[:2]
    return await reader.readexactly(int(headers.get("content-length", 0))) or b"{}", headers


async def _respond(writer: asyncio.StreamWriter, play: Play, played: Played) -> None:
    await asyncio.sleep(play.before)
    if not play.status:
        raise BrokenOff
    headers = {**play.headers, "request-id": REQUEST_ID, "transfer-encoding": "chunked"}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"HTTP/1.1 {play.status} Status\r\n{lines}\r\n".encode("latin-1"))
    async for chunk in played(play):
        if chunk is None:
            await writer.drain()
            raise BrokenOff
        if chunk:
            writer.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
            await writer.drain()
    writer.write(b"0\r\n\r\n")
    await writer.drain()
