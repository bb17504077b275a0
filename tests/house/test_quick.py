"""`make quick` runs what is quick: nothing on PostgreSQL, nothing that is marked as slow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.support import quick


def item(*, database: str = "", marker: str = "") -> Any:
    parameters = {"callspec": SimpleNamespace(params={"database": database})} if database else {}
    return SimpleNamespace(
        get_closest_marker=lambda name: name if name == marker else None, **parameters
    )


@pytest.mark.parametrize("is_quick", [True, False])
def test_the_slow_and_what_is_on_postgresql_is_left_out_if_asked_for(*, is_quick: bool) -> None:
    plain, sqlite = item(), item(database="sqlite")
    slow, twin = item(marker="slow"), item(database="postgres")
    items, out = [plain, slow, twin, sqlite], list[Any]()
    hook = SimpleNamespace(pytest_deselected=lambda *, items: out.extend(items))
    config: Any = SimpleNamespace(option=SimpleNamespace(quick=is_quick), hook=hook)
    quick.pytest_collection_modifyitems(config, items)
    assert items == ([plain, sqlite] if is_quick else [plain, slow, twin, sqlite])
    assert out == ([slow, twin] if is_quick else [])
