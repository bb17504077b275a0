from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from tests.support.supervised import supervised

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.journey


def test_what_was_imported_is_never_looked_through_for_garbage(tmp_path: Path) -> None:
    told = tmp_path / "garbage"
    state = "gc.isenabled(), gc.get_freeze_count() > 0"
    tell = f"import gc; print({state}, file=open({str(told)!r}, 'w'))"
    with supervised(tmp_path, at_end=tell) as running:
        running.app_pid()
        running.end(signal.SIGTERM)
    assert told.read_text() == "True True\n"
