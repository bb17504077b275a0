"""`make dev` restarts a server when a text changes (scripts/dev.py)."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING

from scripts.dev import is_data, restart_on_data
from tests.support.polling import wait_until

if TYPE_CHECKING:
    from pathlib import Path


def test_a_changed_text_restarts_the_server(tmp_path: Path) -> None:
    text, restart = tmp_path / "locales" / "en.json", tmp_path / "data.changed"
    text.parent.mkdir()
    end = Event()
    how = {"restart": restart, "end": end}
    watching = Thread(target=restart_on_data, args=(text.parent,), kwargs=how)
    watching.start()

    def restarts() -> bool:
        text.write_text("{}")
        return restart.exists()

    try:
        wait_until(restarts, what="the restart")
    finally:
        end.set()
        watching.join()


def test_code_restarts_it_without_our_help() -> None:
    assert is_data(None, "coaching/content/locales/en.json")
    assert not is_data(None, "coaching/services/cards.py")
