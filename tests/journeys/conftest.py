from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import Visitor, chromium, visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def visit(browser: Browser) -> Generator[Callable[..., Visitor]]:
    """Open a page as somebody new; no page may have complained when the test is over."""
    with ExitStack() as pages:
        yield lambda url, **who: pages.enter_context(visitor(browser, url, **who))
