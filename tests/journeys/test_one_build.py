"""One build, any port: the page talks to where it came from, and breaks no rule of its policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.served import served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey


def test_a_page_connects_to_the_port_that_served_it(
    toney: Served, tmp_path: Path, visit: Callable[..., Visitor]
) -> None:
    with served(tmp_path / "other", "--only", "admin") as other:
        for url in (toney.url, other.admin_url):
            somebody = visit(url)
            page = somebody.page
            with page.expect_websocket() as opened, page.expect_event("requestfinished"):
                page.goto(url)
            socket = opened.value
            socket.wait_for_event("framereceived")
            assert socket.url.startswith(f"{url.replace('http', 'ws')}/_event")
            assert page.locator("html").get_attribute("lang") == "en"
            somebody.leaves()
