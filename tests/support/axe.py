"""axe-core over a page: what its rules call wrong, one line for each part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

FAULTS = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} ${target} ${html}`))"""


def axe_faults(page: Page) -> list[str]:
    """What axe-core finds on the page as it stands, animations ended."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(FAULTS)
