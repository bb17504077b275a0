"""One chromium for the browser tests of a worker: starting one takes longer than many a test.

Each visitor has a context of their own in it, so they share no cookies and no storage. It ends
before a test that opens no page: while Playwright is there, its event loop runs in this thread, and
such a test may need one of its own.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import chromium

if TYPE_CHECKING:
    from collections.abc import Generator

    from playwright.sync_api import Browser

_open = ExitStack()
_started: list[Browser] = []


@pytest.fixture(name="browser")
def browser_of_this_worker() -> Browser:
    """Return the browser for a test; a conftest.py imports this and the hook below."""
    return shared_browser()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None]:
    """End the browser before a test that opens no page."""
    yield
    end_unless_needed(nextitem)


def shared_browser() -> Browser:
    """Return the browser of this worker, started if it isn't there."""
    if not (_started and _started[0].is_connected()):
        end()
        _started.append(_open.enter_context(chromium()))
    return _started[0]


def end_unless_needed(by: pytest.Item | None) -> None:
    """End the browser if the next test opens no page in it."""
    if "browser" not in getattr(by, "fixturenames", ()):
        end()


def end() -> None:
    """End the browser, and Playwright with it."""
    _started.clear()
    _open.close()
