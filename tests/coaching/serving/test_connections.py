from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs
from uuid import UUID, uuid4

import pytest

from coaching.errors import Unavailable
from coaching.serving import connections
from coaching.serving.child import STOPPING
from coaching.serving.connections import SOCKETS_PER_ADDRESS, SOCKETS_PER_PERSON, Connections, Pace
from tests.support.waiting import PATIENCE_SECONDS, until

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from coaching.serving.asgi import Message, Receive, Scope, Send

FAR, NEAR = "203.0.113.7", "127.0.0.1"


@dataclass
class Line:
    """One connection as the server sees it."""

    scope: Scope
    said: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)
    heard: list[Message] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    hangs: bool = False
    is_cut: bool = False

    @property
    def closed(self) -> int:
        return next((m["code"] for m in self.heard if m["type"] == "websocket.close"), 0)

    async def hangs_up(self) -> None:
        await self.said.put({"type": "websocket.disconnect", "code": 1000})
        assert self.task
        await self.task


class House:
    """The keeper with a small app inside; `sessions` is who is signed in by which cookie."""

    def __init__(self) -> None:
        self.sessions: dict[str, UUID] = {}
        self.forgotten: list[str] = []
        self.tabs: list[str] = []
        self.events = 0
        self.looks = 0
        self.streams = 0
        self.is_away = False
        self.is_broken = False
        self.keeper = Connections(
            self.app,
            cookie="toney_session",
            key_of=lambda cookie, authorization: cookie or authorization,
            owners=self.owners,
            forget=self.forgotten.append,
        )

    async def owners(self, asked: Collection[str]) -> Mapping[str, UUID]:
        self.looks += 1
        if self.is_away:
            raise Unavailable
        if self.is_broken:
            raise ZeroDivisionError
        return {key: owner for key, owner in self.sessions.items() if key in asked}

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self.streams += 1
            await scope[STOPPING].wait()
            return
        self.tabs += parse_qs(scope["query_string"].decode())["token"]
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            self.events += 1

    async def opens(
        self, cookie: str = "", *, address: str = NEAR, tab: str = "t", kind: str = "websocket"
    ) -> Line:
        headers = [(b"cookie", f"toney_session={cookie}".encode())] if cookie else []
        line = Line(
            {
                "type": kind,
                "path": "/api/turns/1/events" if kind == "http" else "/_event/",
                "headers": headers,
                "query_string": f"token={tab}".encode(),
                "client": (address, 50_000),
            }
        )

        async def send(message: Message) -> None:
            if line.is_cut:
                raise ConnectionResetError
            if line.hangs:
                await asyncio.Event().wait()
            line.heard.append(message)
            if message["type"] == "websocket.close":
                await line.said.put({"type": "websocket.disconnect", "code": message["code"]})

        before = self.streams
        line.task = asyncio.create_task(self.keeper(line.scope, line.said.get, send))
        await until(lambda: bool(line.heard) or self.streams > before)
        return line


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(connections, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(connections, "END_SECONDS", 0.05)
    monkeypatch.setattr(connections, "FREE_AFTER_SECONDS", 0.05)
    return House()


async def test_sockets_and_streams_end_with_their_session(house: House) -> None:
    house.sessions = {"mine": uuid4(), "hers": uuid4()}
    mine, hers = await house.opens("mine"), await house.opens("hers")
    stream = await house.opens("mine", kind="http")
    visitor = await house.opens()
    del house.sessions["mine"]
    await until(lambda: mine.task is not None and mine.task.done())
    await until(lambda: stream.task is not None and stream.task.done())
    assert mine.closed == connections.SESSION_ENDED
    for other in (hers, visitor):
        assert not other.closed
        await other.hangs_up()


async def test_when_nobody_can_be_looked_up_whoever_is_in_stays_in(house: House) -> None:
    house.sessions = {"mine": uuid4()}
    mine = await house.opens("mine")
    house.is_away, before = True, house.looks
    await until(lambda: house.looks > before + 2)
    assert not mine.closed
    house.is_away, house.sessions = False, {}
    await until(lambda: mine.closed == connections.SESSION_ENDED)


async def test_who_reads_no_more_or_is_cut_off_keeps_nobody_else_in(house: House) -> None:
    house.sessions = {name: uuid4() for name in ("hangs", "cut", "mine", "hers")}
    lines = {name: await house.opens(name) for name in house.sessions}
    lines["hangs"].hangs = lines["cut"].is_cut = True
    for name in ("hangs", "cut", "mine"):
        del house.sessions[name]
    await until(lambda: lines["mine"].closed == connections.SESSION_ENDED)
    del house.sessions["hers"]
    await until(lambda: lines["hers"].closed == connections.SESSION_ENDED)
    lines["hangs"].hangs = False
    await until(lambda: lines["hangs"].closed == connections.SESSION_ENDED)


async def test_who_can_t_be_told_of_the_end_is_not_listened_to(house: House) -> None:
    house.sessions = {"mine": uuid4(), "hers": uuid4()}
    mine, hers = await house.opens("mine"), await house.opens("hers")
    mine.hangs = True
    house.sessions = {}
    await until(lambda: hers.closed == connections.SESSION_ENDED)
    await mine.said.put({"type": "websocket.receive", "text": "x"})
    await until(lambda: mine.task is not None and mine.task.done())
    assert house.events == 0


async def test_a_look_that_breaks_is_not_the_last_one(house: House) -> None:
    house.sessions = {"mine": uuid4()}
    mine = await house.opens("mine")
    house.is_broken, before = True, house.looks
    await until(lambda: house.looks > before + 1)
    house.is_broken, house.sessions = False, {}
    await until(lambda: mine.closed == connections.SESSION_ENDED)


async def test_a_stream_ends_when_the_server_stops(house: House) -> None:
    line = await house.opens(kind="http")
    assert line.task
    line.task.cancel()
    stopping = asyncio.Event()
    scope = {**line.scope, STOPPING: stopping}
    task = asyncio.create_task(house.keeper(scope, line.said.get, _nowhere))
    await until(lambda: house.streams == 2)
    assert not task.done()
    stopping.set()
    await asyncio.wait_for(task, PATIENCE_SECONDS)


async def test_one_person_holds_so_many_sockets_and_not_one_more(house: House) -> None:
    owner = uuid4()
    house.sessions = {"phone": owner, "laptop": owner, "hers": uuid4()}
    held = [
        await house.opens("phone" if n % 2 else "laptop", tab=str(n))
        for n in range(SOCKETS_PER_PERSON)
    ]
    assert (await house.opens("phone")).closed == connections.TRY_AGAIN_LATER
    assert not (await house.opens("hers")).closed
    await held.pop().hangs_up()
    assert not (await house.opens("phone")).closed


async def test_one_address_holds_so_many_visitors_and_this_machine_any_number(
    house: House,
) -> None:
    for n in range(SOCKETS_PER_ADDRESS):
        assert not (await house.opens(address=FAR, tab=str(n))).closed
    assert (await house.opens(address=FAR)).closed == connections.TRY_AGAIN_LATER
    assert (await house.opens(address=f"::ffff:{FAR}")).closed == connections.TRY_AGAIN_LATER
    assert not (await house.opens(address="203.0.113.8")).closed
    house.sessions = {"mine": uuid4()}
    assert not (await house.opens("mine", address=FAR)).closed
    for _ in range(SOCKETS_PER_ADDRESS + 1):
        assert not (await house.opens(address=NEAR)).closed


async def test_more_events_than_a_hand_makes_are_read_slowly(house: House) -> None:
    owner = uuid4()
    house.sessions = {"phone": owner, "laptop": owner}
    lines = [await house.opens("phone"), await house.opens("laptop", tab="u")]
    hers = await house.opens()
    for line in lines:
        for _ in range(connections.EVENTS_AT_ONCE):
            await line.said.put({"type": "websocket.receive", "text": "x"})
    await until(lambda: house.events >= connections.EVENTS_AT_ONCE)
    assert house.events < connections.EVENTS_AT_ONCE + 10
    before = house.events
    await hers.said.put({"type": "websocket.receive", "text": "x"})
    await until(lambda: house.events > before)


def test_a_pace_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(connections.time, "monotonic", lambda: now)
    pace = Pace(at=now)
    assert [pace.wait() for _ in range(connections.EVENTS_AT_ONCE)][-1] == 0
    assert pace.wait() == pytest.approx(1 / connections.EVENTS_PER_SECOND)
    now = 110.0
    assert pace.wait() == 0


async def test_what_a_visitors_tab_holds_is_freed_unless_it_comes_back(house: House) -> None:
    house.sessions = {"mine": uuid4()}
    gone, back = await house.opens(tab="gone"), await house.opens(tab="back")
    mine = await house.opens("mine", tab="mine")
    await mine.hangs_up()
    await back.hangs_up()
    again = await house.opens(tab="back")
    await gone.hangs_up()
    await until(lambda: bool(house.forgotten))
    gones, backs, mines, same = house.tabs
    assert same == backs != mines
    assert house.forgotten == [gones]
    await again.hangs_up()
    await until(lambda: house.forgotten == [gones, backs])


async def test_what_a_tab_holds_for_one_session_is_not_found_by_another_nor_behind_a_lock(
    house: House,
) -> None:
    owner = uuid4()
    house.sessions = {"before": owner, "after": owner}
    for cookie in ("before", "before; toney_locked=1", "after", "", "before"):
        await (await house.opens(cookie, tab="mine")).hangs_up()
    before, locked, after, nobody, again = house.tabs
    assert locked == nobody
    assert again == before
    assert len({before, locked, after}) == 3
    assert "mine" not in house.tabs


async def _nowhere(_: Message) -> None: ...
