"""`--quick`: leaves out what takes long, for `make quick`; a plugin of pytest.

A test that takes more than half a second of a core has the marker `slow`; what runs on PostgreSQL
runs on SQLite too (tests/README.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    help_ = "leave out tests on PostgreSQL and those with the marker `slow`"
    parser.addoption("--quick", action="store_true", help=help_)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.option.quick:
        return
    slow = [item for item in items if _is_slow(item)]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if not _is_slow(item)]


def _is_slow(item: pytest.Item) -> bool:
    parameters = getattr(item, "callspec", None)
    is_twin = parameters is not None and "postgres" in parameters.params.values()
    return is_twin or item.get_closest_marker("slow") is not None
