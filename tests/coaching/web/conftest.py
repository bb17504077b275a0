from __future__ import annotations

import pytest

from coaching.web import lookups
from coaching.web.client import certificates


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits eight seconds for a place that is silent on purpose."""
    certificates()
    monkeypatch.setattr(lookups, "SECONDS", 2.0)
