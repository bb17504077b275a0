"""What the first page promises: everything can be taken away, or deleted, at any time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.arrivals import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey


def test_everything_is_taken_away_and_then_deleted(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#chat")
    mara.says("There is another letter and I put it in the drawer.")
    mara.hears()
    mara.opens("#home/settings")
    mara.taps("settings-data")
    assert "put it in the drawer" in taken(mara, "export-html")
    stored = json.loads(taken(mara, "export-json"))["tables"]["messages"]
    assert "put it in the drawer" in stored[0]["text"]

    laptop = mara.another_tab()
    laptop.opens("#wins")
    laptop.sees("win-input")
    mara.taps("delete-account")
    mara.taps("delete-account-yes")
    mara.sees("start-guest")
    mara.page.reload()
    mara.sees("start-guest")
    laptop.page.reload()
    laptop.sees("start-guest")


def taken(somebody: Visitor, hook: str) -> str:
    """Return what a link puts into the folder of downloads."""
    with somebody.page.expect_download() as download:
        somebody.taps(hook)
    return Path(download.value.path()).read_text("utf-8")
