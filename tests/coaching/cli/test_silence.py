"""The running product talks to nobody but the model, and without a key not even to that."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

import tests.support
from tests.support.served import client, get, served_from_nothing

pytestmark = pytest.mark.journey

WATCHED = Path(tests.support.__file__).parent / "watched"
OURSELVES = ("127.0.0.1", "::1", "localhost", "'/")


def test_a_conversation_reaches_no_other_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "connections"
    log.touch()
    monkeypatch.setenv("WATCHED_CONNECTIONS", str(log))
    monkeypatch.setenv("PYTHONPATH", str(WATCHED))
    with served_from_nothing(tmp_path / "data") as toney, client(toney.url) as person:
        signed_in = person.post(
            "/api/auth/guest",
            json={"timeZone": "Europe/Vienna", "locale": "en", "consent": {"textVersion": "1"}},
        )
        assert signed_in.is_success, signed_in.text
        message = {"text": "I left the bill in the drawer again.", "clientMessageId": str(uuid4())}
        reply = person.post("/api/chat", json=message, timeout=60)
        assert "event: done" in reply.text
        assert get(toney.admin_url).is_success
    reached = log.read_text("utf-8").splitlines()
    assert [line for line in reached if not any(name in line for name in OURSELVES)] == []
