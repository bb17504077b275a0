"""Readable name of a browser, from its User-Agent header."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["phone", "tablet", "computer", ""]
_LONGEST = 512
# The first that fits: others name themselves after those that stand below.
_BROWSERS = (
    ("Edge", r"Edg(A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Vivaldi", r"Vivaldi/"),
    ("DuckDuckGo", r"DuckDuckGo/|Ddg/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Version/[\d.]+.* Safari/"),
)
_SYSTEMS: tuple[tuple[str, str, Kind], ...] = (
    ("iPhone", r"iPhone|iPod", "phone"),
    ("iPad", r"iPad", "tablet"),
    ("Android", r"Android.*Mobile", "phone"),
    ("Android", r"Android", "tablet"),
    ("Windows", r"Windows", "computer"),
    ("ChromeOS", r"CrOS", "computer"),
    ("Mac", r"Macintosh", "computer"),
    ("Linux", r"Linux|X11", "computer"),
)


@dataclass(frozen=True, slots=True)
class Device:
    """A browser and what it runs on; empty where it doesn't say."""

    kind: Kind = ""
    browser: str = ""
    system: str = ""

    @classmethod
    def of(cls, user_agent: str) -> Device:
        """Read a User-Agent header; numbers of versions and models are left out."""
        said = user_agent[:_LONGEST]
        browser = next((name for name, mark in _BROWSERS if re.search(mark, said)), "")
        for system, mark, kind in _SYSTEMS:
            if re.search(mark, said):
                return cls(kind, browser, system)
        return cls(browser=browser)
