"""The first page is light; what it doesn't need comes when nobody is doing anything."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.arrivals import settle
from tests.support.sent import Sent

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

BUDGET = 221.3  # 0.53 of what NiceGUI sends; builds of the same sources differ by 0.15
SHEETS = re.compile(r"/assets/sheets-")
# They come after the first paint; how large the last may be says test_help_in_the_page.py.
LATER = re.compile(r"/assets/(sheets|onboarding|help_data)-|/i18n/[a-z]+[.]more[.]json")


# As Chromium answers where cookies and site data are blocked.
BLOCKED = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError"); } });
}"""


def test_whoever_blocks_site_data_reads_why_nothing_can_start(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url, language="es-MX")
    mara.page.add_init_script(BLOCKED)
    mara.opens()
    mara.sees("storage-blocked", "Tu navegador bloquea las cookies")
    for button in ("start-guest", "been-here", "help-now", "language"):
        mara.sees_no(button)
    mara.complaints.clear()  # the scripts that were refused


def test_the_first_page_and_a_first_reply_stay_within_the_budget(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    sent = Sent(mara.page)
    mara.opens("#chat")
    mara.sees("chat-input")
    with mara.page.expect_request(SHEETS):
        mara.says("I put the letter in the drawer.")
        mara.hears()
    needed = {url: size for url, size in sent.files.items() if not LATER.search(url)}
    assert sum(needed.values()) / 1000 <= BUDGET, needed
