"""A browser whose app lock is closed gets nothing over the socket, however quickly it asks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.forked import forked
from tests.support.raw_socket import line
from tests.toney_app.test_socket import WHY, WINS, cookie_of, settled, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

    from tests.support.served import Served

pytestmark = pytest.mark.journey

PIN = "4711"
LOCKED = '"step_rx_state_": "locked"'


@pytest.fixture(scope="module")
def toney(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with forked(tmp_path_factory.mktemp("locked") / "data") as running:
        yield running


@pytest.fixture
def mara(toney: Served) -> Iterator[httpx.Client]:
    """Somebody whose onboarding is behind them, who locks the app."""
    with settled(toney) as browser:
        browser.post("/api/auth/recovery-code", json={})
        assert browser.put("/api/lock", json={"afterMinutes": 0, "pin": PIN}).is_success
        yield browser


def test_a_locked_browser_is_told_nothing_over_any_way(toney: Served, mara: httpx.Client) -> None:
    with line(toney.url, cookie=cookie_of(mara)) as tab:
        tab.is_hydrated()
        assert tab.hears_of(WHY)
        assert mara.post("/api/lock/close", json={}).is_success
        with pytest.raises(ConnectionClosed):
            tab.hears_of("nothing that would ever come")
    before = toney.counts()
    with line(toney.url, cookie=cookie_of(mara), token=tab.token) as again:
        everything = again.is_hydrated()
        assert WHY not in json.dumps(everything)
        assert LOCKED in json.dumps(everything)
        again.sends(f"{WINS}.add", form={"win": "I looked."})
        assert told(again.hears()) == "ui.problem.lock"
    assert toney.counts() == before
    assert mara.post("/api/lock/open", json={"pin": PIN}).is_success
    with line(toney.url, cookie=cookie_of(mara), token=tab.token) as open_again:
        open_again.is_hydrated()
        assert open_again.hears_of(WHY)


def test_a_page_that_is_loaded_while_the_lock_closes_is_told_nothing(
    toney: Served, mara: httpx.Client
) -> None:
    with line(toney.url, cookie=cookie_of(mara)) as tab:
        assert tab.hears_of(WHY)
    # The news that the browser is locked is still on its way: only the cookie says so.
    with line(toney.url, cookie=f"{cookie_of(mara)}; toney_locked=1", token=tab.token) as first:
        assert WHY not in json.dumps(first.is_hydrated())
        first.sends(f"{WINS}.add", form={"win": "I looked."})
        assert told(first.hears()) == "ui.problem.lock"
    with line(toney.url, cookie=cookie_of(mara), token=tab.token) as still_open:
        assert still_open.hears_of(WHY)
    assert mara.post("/api/lock/close", json={}).is_success
    # Within a second of an event that was let in.
    with line(toney.url, cookie=cookie_of(mara), token=tab.token) as next_one:
        everything = json.dumps(next_one.is_hydrated())
        assert WHY not in everything
        assert LOCKED in everything
