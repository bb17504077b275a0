"""axe-core over a page: what its rules call wrong, one line for each part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS = ["color-contrast", "scrollable-region-focusable", "target-size"]
"""What depends on colours and on the width; the other rules find the same in every mode."""
FAULTS = """async (rules) =>
  (await axe.run(document, { resultTypes: ["violations"], ...rules })).violations
  .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} ${target} ${html}`))"""


def axe_faults(page: Page, *, looks_only: bool = False, contrast: bool = True) -> list[str]:
    """What axe-core finds on the page as it stands, animations ended.

    Contrast takes it most of its time: without, where `too_faint` measures it.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    rules: dict[str, object] = {"runOnly": LOOKS} if looks_only else {}
    if not contrast:
        rules = {"rules": {"color-contrast": {"enabled": False}}}
    return page.evaluate(FAULTS, rules)
