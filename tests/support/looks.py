"""Looks of a page: readable, reachable, named, and nothing on it wider than the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from playwright.sync_api import expect

from tests.support.axe import axe_faults
from tests.support.browser import PHONE, SETTLED
from tests.support.contrast import TEXTS, faint_ones

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Named targets under 44 px, except links in running text (24 px) and what only machines press.
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a, input, textarea, [role=radio]")]
  .filter((target) => target.checkVisibility())
  .filter((target) => !target.closest("[hidden], p, .skip, .by-keys, .card-open"))
  .map((target) => {
    const box = target.getBoundingClientRect();
    const after = getComputedStyle(target, "::after");
    const extra = after.content === "none" ? 0 : -2 * parseFloat(after.top || 0);
    return { box, tall: box.height + Math.max(extra, 0), words: target.outerHTML.slice(0, 90) };
  })
  .filter(({ box, tall }) => box.width && (tall < 43.5 || box.width < 43.5))
  .filter(({ words }) => !words.includes("switch"))
  .map(({ words, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${words}`)"""
NAMELESS = """() => [...document.querySelectorAll("button, a, input:not([type=hidden]), textarea")]
  .filter((part) => part.checkVisibility())
  .filter((part) => !(part.textContent.trim() || part.ariaLabel || part.labels?.length))
  .map((part) => part.outerHTML.slice(0, 120))"""

TWICE = """() => [...document.querySelectorAll("[id]")].map((part) => part.id)
  .filter((id, index, ids) => ids.indexOf(id) !== index)"""


LOOK = f"""async () => {{
  await ({SETTLED})();
  return {{
    texts: ({TEXTS})(),
    small: ({SMALL_TARGETS})(),
    nameless: ({NAMELESS})(),
    twice: ({TWICE})(),
    wider: document.documentElement.scrollWidth - innerWidth,
  }};
}}"""
"""All of it in one question: each takes the browser and its driver some milliseconds."""


def is_fine(page: Page, where: str) -> None:
    """Check all of it; `where` names the part in the failure."""
    seen = page.evaluate(LOOK)
    assert faint_ones(seen["texts"]) == [], where
    # The same parts at every size: axe reads them once, and what is faint is looked for above.
    if page.viewport_size["width"] == PHONE[0]:  # pyrefly: ignore[unsupported-operation]
        assert axe_faults(page, contrast=False) == [], where
    assert seen["small"] == [], where
    assert seen["nameless"] == [], where
    assert seen["twice"] == [], where
    assert seen["wider"] <= 0, where


def in_mode(page: Page, mode: Literal["light", "dark"]) -> None:
    """Let the person's device ask for light or for dark; the page follows at once."""
    page.emulate_media(color_scheme=mode)
    expect(page.locator("html.dark")).to_have_count(int(mode == "dark"))


def twice_as_large(page: Page) -> None:
    """Set the size of text as a person does in the browser."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.reload()
