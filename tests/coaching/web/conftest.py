from __future__ import annotations

import pytest

from coaching.web import lookups


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits eight seconds for a place that is silent on purpose."""
    monkeypatch.setattr(lookups, "SECONDS", 1.0)
