"""Contrast as WCAG 2 computes it: for the tokens, and for every text node of a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.support.browser import SETTLED

if TYPE_CHECKING:
    from playwright.sync_api import Page

_BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VALUE = re.compile(r"--([\w-]+):\s*(#[0-9a-f]{6})\b")

# Each text with the ground that is painted behind it, and whether it counts as large.
TEXTS = """() => {
  const over = (top, ground) => {
    const mixed = [0, 1, 2].map((i) => top[i] * top[3] + ground[i] * (1 - top[3]));
    return [...mixed, 1];
  };
  const paper = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const painted = (color) => {
    paper.clearRect(0, 0, 1, 1); paper.fillStyle = color; paper.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = paper.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const once = (find, found = new Map()) => (of) => {
    if (!found.has(of)) found.set(of, find(of));
    return found.get(of);
  };
  const computed = once(painted);
  const groundOf = once((element) => {
    if (!element) return [255, 255, 255, 1];
    const color = computed(getComputedStyle(element).backgroundColor);
    if (color[3] === 1) return color;
    const ground = groundOf(element.parentElement);
    return color[3] > 0 ? over(color, ground) : ground;
  });
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const words = walker.currentNode.textContent.trim();
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isHidden = !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!words || isHidden || box.width < 2) continue;
    if (element.closest("script, style, :disabled")) continue;
    const ground = groundOf(element);
    const ink = over(computed(style.color), ground);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    found.push({ words, ink, ground, large });
  }
  return found;
}"""


def contrast(one: str | list[float], other: str | list[float]) -> float:
    """Return the ratio of two colours, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def tokens(css: str) -> dict[str, dict[str, str]]:
    """Return the colours of a stylesheet by selector."""
    found: dict[str, dict[str, str]] = {}
    for selectors, body in _BLOCK.findall(css):
        for selector in selectors.split(","):
            name = selector.split("}")[-1].split("{")[-1].strip()
            found.setdefault(name, {}).update(dict(_VALUE.findall(body)))
    return found


def too_faint(page: Page) -> list[str]:
    """Return the texts of a page, once it is still, that are hard to read on what is behind."""
    page.evaluate(SETTLED)
    return faint_ones(page.evaluate(TEXTS))


def faint_ones(texts: list[dict[str, Any]]) -> list[str]:
    """Return those of the texts that `TEXTS` found which are hard to read."""
    assert texts, "the page has no text"
    return [
        f"{text['words'][:40]!r}: {ratio:.2f}"
        for text in texts
        if (ratio := contrast(text["ink"], text["ground"])) < (3.0 if text["large"] else 4.5)
    ]


def _luminance(color: str | list[float]) -> float:
    channels = _channels(color) if isinstance(color, str) else color[:3]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in channels)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _channels(color: str) -> list[float]:
    return [int(color[i : i + 2], 16) for i in (1, 3, 5)]
