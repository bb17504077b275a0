"""A headless chromium for the journeys, and what it complains about."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playwright.sync_api import Page, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Generator

    from playwright.sync_api import ConsoleMessage

PHONE = {"width": 390, "height": 844}
REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation",
  (event) => console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`));
"""


@dataclass
class Complaints:
    """Errors of the page: in the console, of its scripts, against its policy."""

    seen: list[str] = field(default_factory=list[str])

    def note(self, message: ConsoleMessage) -> None:
        """Remember an error that the page logged."""
        if message.type == "error":
            self.seen.append(message.text)


@contextmanager
def phone(language: str = "en") -> Generator[tuple[Page, Complaints]]:
    """Open a page of phone size; nothing of it outlives the block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        context = browser.new_context(viewport=PHONE, locale=language)  # pyright: ignore[reportArgumentType]
        context.add_init_script(REPORT_VIOLATIONS)
        page = context.new_page()
        complaints = Complaints()
        page.on("console", complaints.note)
        page.on("pageerror", lambda error: complaints.seen.append(str(error)))
        yield page, complaints
        browser.close()
