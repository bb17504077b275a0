from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import Visitor, visitor
from tests.support.shared_browser import browser_of_this_worker, pytest_runtest_teardown

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from playwright.sync_api import Browser

__all__ = ["browser_of_this_worker", "pytest_runtest_teardown"]


@pytest.fixture
def visit(browser: Browser) -> Generator[Callable[..., Visitor]]:
    """Open a page as somebody new; no page may have complained when the test is over."""
    with ExitStack() as pages:
        yield lambda url, **who: pages.enter_context(visitor(browser, url, **who))
