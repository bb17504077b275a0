"""The process that serves the socket is killed, and the client that talked with it comes back."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.support.api_client import Event, new_message, read_events
from tests.support.held_model import HeldModel, held_model
from tests.support.invariants import violations
from tests.support.polling import wait_until
from tests.support.served import Served, served

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

pytestmark = pytest.mark.journey  # it needs the built front ends

FIRST, REST = "You put it in the drawer, ", "and the drawer knows."
HALF_IS_STORED = "SELECT count(*) FROM turns WHERE partial LIKE 'You put it%'"
RECOVERS_WITHIN_SECONDS = 30


@pytest.fixture
def model() -> Generator[HeldModel]:
    with held_model(FIRST, REST) as listening:
        yield listening


@pytest.fixture
def toney(tmp_path: Path, model: HeldModel) -> Generator[Served]:
    with served(tmp_path / "data", "--only", "toney", **model.settings) as running:
        yield running
    assert violations(f"sqlite:///{tmp_path / 'data' / 'toney.db'}") == []


@pytest.fixture
def guest(toney: Served) -> Generator[httpx.Client]:
    with httpx.Client(base_url=toney.url, headers={"Origin": toney.url}, timeout=30) as client:
        consent = {"consent": {"textVersion": "1"}}
        assert client.post("/api/auth/guest", json=consent).is_success
        yield client


def _heard_until_killed(toney: Served, guest: httpx.Client, message: dict[str, Any]) -> list[Event]:
    """Listen to the reply, kill its process in the middle, and return what came so far."""
    heard = ""
    with guest.stream("POST", "/api/chat", json=message) as reply:
        try:
            for piece in reply.iter_text():
                heard += piece
                if "event: delta" in heard and toney.child("toney_app").is_running():
                    wait_until(lambda: toney.rows(HALF_IS_STORED) == [(1,)], what="half a reply")
                    toney.child("toney_app").kill()
        except httpx.TransportError:
            pass
    return read_events(heard)


def _is_back(guest: httpx.Client) -> bool:
    try:
        return guest.get("/ready").is_success
    except httpx.TransportError:
        return False


def test_a_client_goes_on_where_the_killed_process_left_it(
    toney: Served, model: HeldModel, guest: httpx.Client
) -> None:
    message = new_message("I put the letter in the drawer.")
    before = _heard_until_killed(toney, guest, message)
    killed_at = time.monotonic()
    wait_until(lambda: _is_back(guest) and model.asked == 2, seconds=60, what="its recovery")
    recovered_in = time.monotonic() - killed_at
    model.goes_on()
    turn_id = before[0].data["turnId"]
    answer = guest.get(
        f"/api/turns/{turn_id}/events", headers={"Last-Event-ID": str(before[-1].id)}
    )
    after = read_events(answer.text)
    assert (after[0].kind, after[0].data["attempt"]) == ("turn", 2)
    assert "".join(event.data["text"] for event in after if event.kind == "delta") == FIRST + REST
    assert after[-1].kind == "done"
    assert all(event.id > before[-1].id for event in after)
    again = read_events(guest.post("/api/chat", json=message).text)
    assert again[0].data["turnId"] == turn_id
    assert toney.rows("SELECT role, count(*) FROM messages GROUP BY role ORDER BY role") == [
        ("coach", 1),
        ("user", 1),
    ]
    assert recovered_in < RECOVERS_WITHIN_SECONDS
