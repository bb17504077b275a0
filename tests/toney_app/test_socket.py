"""The socket of the running app, spoken to by hand (AU-01 to AU-03)."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from coaching.serving.connections import SOCKETS_PER_PERSON
from tests.support.forked import forked
from tests.support.polling import wait_until
from tests.support.raw_socket import ROOT, line
from tests.support.served import Served, client
from tests.toney_app.test_handlers import FRAMEWORK, states

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    import httpx

    from tests.support.raw_socket import Line

pytestmark = pytest.mark.journey

WHY = "I never told anybody about the drawer."
CONSENT = {"textVersion": "1"}
WINS = f"{ROOT}.toney_app___views___wins___state____wins_state"
CHAT = f"{ROOT}.toney_app___views___chat___state____chat_state"
MEGABYTE = 1_000_000
NO_WORK = "SELECT count(*) = 0 FROM jobs WHERE status IN ('due', 'running')"


@pytest.fixture(scope="module")
def toney(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("socket") / "data"
    with forked(data, GUESTS_PER_ADDRESS_PER_DAY="1000") as running:
        yield running


@contextmanager
def settled(toney: Served) -> Generator[httpx.Client]:
    """Be somebody whose onboarding is behind them, with their cookie."""
    with client(toney.url) as browser:
        here = {"timeZone": "Europe/Vienna", "locale": "en", "consent": CONSENT}
        assert browser.post("/api/auth/guest", json=here).is_success
        told = {"consent": CONSENT, "answers": {"q1": "q1_avoid"}, "emotionalWhy": WHY}
        assert browser.post("/api/onboarding", json=told).is_success
        wait_until(lambda: toney.rows(NO_WORK) == [(1,)], what="the first briefing")
        yield browser


@pytest.fixture
def mara(toney: Served) -> Iterator[httpx.Client]:
    with settled(toney) as browser:
        yield browser


def cookie_of(somebody: httpx.Client) -> str:
    return f"toney_session={somebody.cookies['toney_session']}"


def handlers(door: str) -> list[str]:
    return [
        f"{state.get_full_name()}.{name}"
        for state in states()
        for name, handler in state.event_handlers.items()
        if name not in FRAMEWORK and getattr(handler.fn, "__guard__", "") == door
    ]


def told(heard: dict[str, Any]) -> str:
    """Return the key of the notice in what the page hears."""
    changes = heard.get("delta", {}).values()
    return next((change["key_rx_state_"] for change in changes if "key_rx_state_" in change), "")


def still_works(opened: Line, toney: Served) -> None:
    before = toney.counts()["wins"]
    opened.sends(f"{WINS}.add", form={"win": "I looked."})
    assert opened.hears_of("ui.toast.win_saved")
    assert toney.counts()["wins"] == before + 1


@pytest.mark.parametrize(
    "origin",
    ["null", "https://evil.example", "http://localhost.evil.example:{port}", "http://localhost:1"],
)
def test_a_page_from_elsewhere_gets_no_socket(toney: Served, origin: str) -> None:
    foreign = origin.format(port=toney.url.rsplit(":", 1)[1])
    with pytest.raises(InvalidStatus) as refused, line(toney.url, origin=foreign):
        """Not reached."""
    assert refused.value.response.status_code == 403


def test_without_a_cookie_no_door_opens(toney: Served) -> None:
    before = toney.counts()
    closed = handlers("owner")
    with line(toney.url, origin=toney.url) as nobody:
        nobody.is_hydrated()
        for name in closed:
            nobody.sends(name)
            assert told(nobody.hears()) in {"", "ui.problem.unauthenticated"}, name
    assert len(closed) > 40
    assert toney.counts() == before


def test_the_name_of_a_tab_opens_nothing(toney: Served, mara: httpx.Client) -> None:
    with line(toney.url, cookie=cookie_of(mara)) as tab:
        tab.is_hydrated()
        assert tab.hears_of(WHY)
    with line(toney.url, token=tab.token) as thief:
        everything = thief.is_hydrated()
        assert WHY not in json.dumps(everything)
    with line(toney.url, token=tab.token, cookie=cookie_of(mara)) as again:
        again.is_hydrated()
        assert again.hears_of(WHY)


def test_who_signs_out_in_one_tab_is_out_in_the_other(toney: Served, mara: httpx.Client) -> None:
    with line(toney.url, cookie=cookie_of(mara)) as tab:
        tab.is_hydrated()
        still_works(tab, toney)
        assert mara.post("/api/auth/logout", json={}).is_success

        def is_refused() -> bool:
            try:
                tab.sends(f"{WINS}.add", form={"win": "I looked."})
                return tab.hears_of('"step_rx_state_": "welcome"', seconds=0.2)
            except ConnectionClosed:
                return True

        wait_until(is_refused, seconds=3, what="the door to close")
        before = toney.counts()["wins"]
        with suppress(ConnectionClosed):
            tab.sends(f"{WINS}.add", form={"win": "I looked."})
            tab.hears()
        assert toney.counts()["wins"] == before


NOT_THERE = [
    "state.send_message",
    f"{CHAT}.no_such_thing",
    f"{CHAT}._page",
    f"{CHAT}.__class__",
    f"{CHAT}.setvar",
    *(f"{ROOT}.{name}" for name in ("hydrate", "set_is_hydrated", "setvar", "reset")),
]


def test_what_no_page_asks_for_is_not_there(toney: Served, mara: httpx.Client) -> None:
    with line(toney.url, cookie=cookie_of(mara)) as tab:
        tab.is_hydrated()
        for name in NOT_THERE:
            before = toney.counts()
            tab.sends(name, var_name="turns", value=[], text="hi")
            assert tab.hears_of("ui.problem.not_found"), name
            assert toney.counts() == before, name
            still_works(tab, toney)


NO_EVENTS = [
    '"not an event"',
    "12345",
    "null",
    "[]",
    "{}",
    '{"name": null}',
    f'{{"name": ["{WINS}.add"]}}',
    f'{{"name": "{WINS}.add", "payload": []}}',
    f'{{"name": "{WINS}.add", "payload": {{}}, "router_data": 5}}',
]


def test_what_is_no_event_is_answered_in_words(toney: Served, mara: httpx.Client) -> None:
    with line(toney.url, cookie=cookie_of(mara)) as tab:
        tab.is_hydrated()
        for event in NO_EVENTS:
            tab.writes(event)
            assert tab.hears_of("ui.problem.not_found"), event
            still_works(tab, toney)


UNFIT: list[dict[str, Any]] = [
    {},
    {"form": None},
    {"form": "text"},
    {"form": {"text": 5, "client": "a"}},
    {"form": {"text": {"a": 1}, "client": "a"}},
    {"form": {"text": "hi"}},
    {"form": {"text": "hi", "client": "a"}, "user_id": "somebody else"},
    {"form": {"text": "a\x00b", "client": "a"}},
    {"form": {"text": "\ud800", "client": "a"}},
    {"form": {"text": " ", "client": "a"}},
    {"form": {"text": "x" * 100_000, "client": "a"}},
    {"form": {"text": "hi", "client": "x" * 100_000}},
]


def test_a_message_that_does_not_fit_is_refused_and_nothing_is_stored(
    toney: Served, mara: httpx.Client
) -> None:
    with line(toney.url, cookie=cookie_of(mara)) as tab:
        tab.is_hydrated()
        for number, payload in enumerate(UNFIT):
            before = toney.counts()
            tab.sends(f"{CHAT}.send", **payload)
            assert tab.hears_of("ui.problem.validation_error"), number
            assert toney.counts() == before, number
            still_works(tab, toney)


def test_a_megabyte_ends_one_connection_and_disturbs_nobody(
    toney: Served, mara: httpx.Client
) -> None:
    with line(toney.url, cookie=cookie_of(mara)) as other:
        other.is_hydrated()
        before = toney.counts()
        with line(toney.url, cookie=cookie_of(mara)) as tab:
            tab.is_hydrated()
            tab.sends(f"{WINS}.add", form={"win": "x" * MEGABYTE})
            with pytest.raises(ConnectionClosed):
                tab.hears_of("nothing that would ever come")
        assert toney.counts() == before
        still_works(other, toney)


def test_nothing_of_it_is_in_the_log(toney: Served, mara: httpx.Client) -> None:
    words = "my brother Jakob owes me"
    with line(toney.url, cookie=cookie_of(mara)) as tab:
        tab.is_hydrated()
        tab.sends("state.send_message", text=words)
        tab.sends(f"{CHAT}.send", form={"text": {"a": words}, "client": "a"})
        tab.writes(f'"{words}"')
        still_works(tab, toney)
    log = toney.said()
    assert words not in log
    assert mara.cookies["toney_session"] not in log
    assert "toney_session" not in log
    assert "Traceback" not in log


def test_a_page_that_is_only_open_keeps_no_compressor(toney: Served) -> None:
    with line(toney.url) as tab:
        assert tab.socket.response is not None
        assert "no_context_takeover" in tab.socket.response.headers["sec-websocket-extensions"]
        assert tab.is_hydrated()


def devices_of(somebody: httpx.Client) -> list[str]:
    return [device["id"] for device in somebody.get("/api/devices").json()["items"]]


def test_a_browser_that_was_signed_out_has_no_socket_within_five_seconds(
    toney: Served, mara: httpx.Client
) -> None:
    code = mara.post("/api/auth/recovery-code", json={}).json()["code"]
    with client(toney.url) as lost, line(toney.url, cookie=cookie_of(mara)) as kept:
        assert lost.post("/api/auth/recovery", json={"code": code}).is_success
        kept.is_hydrated()
        with line(toney.url, cookie=cookie_of(lost)) as tab:
            tab.is_hydrated()
            assert mara.delete(f"/api/devices/{devices_of(mara)[1]}").is_success
            began = time.monotonic()
            with pytest.raises(ConnectionClosed):
                tab.hears_of("nothing that would ever come")
            assert time.monotonic() - began < 5
        still_works(kept, toney)


def test_one_person_cannot_hold_sockets_without_an_end(toney: Served, mara: httpx.Client) -> None:
    with ExitStack() as held:
        for _ in range(SOCKETS_PER_PERSON):
            held.enter_context(line(toney.url, cookie=cookie_of(mara)))
        with pytest.raises(InvalidStatus), line(toney.url, cookie=cookie_of(mara)):
            """Not reached."""
