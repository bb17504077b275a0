from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.arrivals import settle
from tests.support.browser import Visitor, visitor
from tests.support.shared_browser import browser_of_this_worker, pytest_runtest_teardown

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from playwright.sync_api import Browser

    from tests.support.served import Served

__all__ = ["browser_of_this_worker", "pytest_runtest_teardown"]


@pytest.fixture
def mara(toney: Served, browser: Browser) -> Generator[Callable[..., Visitor]]:
    """Open a view as somebody whose onboarding is done."""
    with ExitStack() as pages:

        def open_view(where: str = "#home", **who: Any) -> Visitor:
            somebody = pages.enter_context(visitor(browser, toney.url, **who))
            settle(somebody)
            somebody.opens(where)
            somebody.sees("tab-home")
            return somebody

        yield open_view
