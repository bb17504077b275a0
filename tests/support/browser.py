"""A headless chromium, and somebody who looks at the page: what they do, see and run into."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playwright.sync_api import expect, sync_playwright

from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request

PHONE = (390, 844)
SMALL_PHONE = (320, 568)
DESK = (1280, 800)
FILTERS_WRAP = "document.querySelector('.admin-filters')?.clientHeight > 60"
"""Says whether an admin page has its filters in more than one row."""
NEUTRAL = "https://www.wikipedia.org/"
"""Where Quick exit leads."""
REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation",
  (event) => console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`));
"""
PHONE_WITH_A_FINGER = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
# What a change of colours or of the view sets in motion begins with the next frame.
SETTLED = """async () => {
  const frame = () => new Promise((seen) => requestAnimationFrame(seen));
  await document.fonts.ready;
  await frame();
  await frame();
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
}"""
# Requests that ask the server something; chromium looks for the page's icon whenever it likes.
ASKING = frozenset({"document", "eventsource", "fetch", "xhr"})
# What a page sends when one of its scripts failed: Reflex takes the error from the console.
FAILED = "handle_frontend_exception"
# What a page answers when the server asks every now and then whether it is still there.
ALIVE = "3"
# What chromium itself writes into the console when nobody answers.
NO_CONNECTION = re.compile(
    r"net::ERR_|WebSocket connection to .* failed|EventSource's response"
    r"|An unknown error occurred when fetching the script"
    r"|WebSocket is already in CLOSING or CLOSED state"
)

expect.set_options(timeout=PATIENCE_SECONDS * 1000)


@dataclass
class Visitor:
    """Somebody with a page open. A hook is the `data-testid` of what they look at or touch."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list[str])
    frames: int = 0
    requests: int = 0

    def __post_init__(self) -> None:
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._count_request)
        self.page.on("websocket", lambda socket: socket.on("framesent", self._count_frame))

    def opens(self, where: str = "") -> None:
        """Open an address of the app."""
        self.page.goto(f"{self.url}/{where}")

    def leaves(self) -> None:
        """Go away, before the server does."""
        self.page.goto("about:blank")

    def at(self, hook: str, text: str = "") -> Locator:
        """Return what is visible at a hook."""
        found = self.page.get_by_test_id(hook).filter(visible=True)
        return found.filter(has_text=text) if text else found

    def is_kept_here(self) -> None:
        """Wait until the service worker has what it needs to open the page without a server."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def sees(self, hook: str, text: str = "", *, times: int = 1) -> Locator:
        """Wait until something is there, so many times."""
        found = self.at(hook, text)
        expect(found).to_have_count(times)
        return found

    def sees_no(self, hook: str, text: str = "") -> None:
        """Wait until something is not there."""
        expect(self.at(hook, text)).to_have_count(0)

    def taps(self, hook: str, text: str = "") -> None:
        """Touch something."""
        self.at(hook, text).click()

    def taps_in_menu(self, hook: str) -> None:
        """Open the last menu of a row and touch an entry."""
        self.at("row-menu").last.click()
        self.taps(hook)

    def writes(self, hook: str, words: str) -> None:
        """Fill a field."""
        self.at(hook).fill(words)

    def says(self, words: str) -> None:
        """Send a message to the coach."""
        self.writes("chat-input", words)
        self.taps("chat-send")
        self.sees("message-user", words)

    def hears(self, words: str = "") -> str:
        """Wait for the end of the reply to what was said last, with these words; return it."""
        turn = self.page.locator("#thread .turn").filter(visible=True).last
        newest = turn.get_by_test_id("message-coach")
        expect(newest).to_have_attribute("data-status", "done")
        expect(newest).to_contain_text(words)
        return newest.locator(".bubble").inner_text()

    @contextmanager
    def losing_the_connection(self) -> Generator[None]:
        """Allow the browser to say that nobody answers, while that is what a test is about."""
        before = len(self.complaints)
        yield
        said = self.complaints[before:]
        self.complaints[before:] = [line for line in said if not NO_CONNECTION.search(line)]

    @contextmanager
    def expecting_an_answer(self, status: int) -> Generator[None]:
        """Allow the browser to say that a request was refused, while that is the test."""
        before = len(self.complaints)
        yield
        said = self.complaints[before:]
        self.complaints[before:] = [line for line in said if f"status of {status}" not in line]

    def another_tab(self) -> Visitor:
        """Open a second page with the same cookies; what it complains about counts as well."""
        return Visitor(self.page.context.new_page(), self.url, self.complaints)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def _count_request(self, request: Request) -> None:
        self.requests += request.resource_type in ASKING

    def _count_frame(self, payload: str | bytes) -> None:
        self.frames += payload != ALIVE
        if FAILED in str(payload):
            self.complaints.append(str(payload))


@contextmanager
def chromium() -> Generator[Browser]:
    """Start a browser; nothing of it outlives the block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        yield browser
        browser.close()


@contextmanager
def own_browser(profile: Path, url: str, *flags: str) -> Generator[Visitor]:
    """Somebody whose browser keeps a profile: a private window can't subscribe to pushes.

    Playwright starts it with what its own launch leaves out: networking in the background. A
    headless shell has no pushes, so the whole browser is taken where there is one.
    """
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=shutil.which("chromium") or os.environ.get("CHROMIUM"),
            args=["--no-sandbox", *flags] if os.geteuid() == 0 else [*flags],
            ignore_default_args=["--disable-background-networking"],
            viewport={"width": PHONE[0], "height": PHONE[1]},
            reduced_motion="reduce",
            permissions=["notifications"],
        )
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        somebody = Visitor(context.new_page(), url)
        yield somebody
        context.close()
        assert not somebody.complaints, "\n".join(somebody.complaints)


@contextmanager
def visitor(
    browser: Browser,
    url: str,
    *,
    size: tuple[int, int] = PHONE,
    language: str = "en-GB",
    dark: bool = False,
    zone: str = "Europe/Vienna",
    offline_too: bool = False,
    agent: str | None = None,
) -> Generator[Visitor]:
    """Somebody new: own cookies, own storage. The page must not have complained at the end.

    `offline_too`: their browser has a service worker, which opens the page without a server.
    """
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        timezone_id=zone,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        service_workers="allow" if offline_too else "block",
        user_agent=agent,
    )
    context.set_default_timeout(PATIENCE_SECONDS * 1000)
    context.add_init_script(REPORT_VIOLATIONS)
    somebody = Visitor(context.new_page(), url)
    yield somebody
    context.close()
    assert not somebody.complaints, "\n".join(somebody.complaints)


def neutral_page(page: Page) -> None:
    """Answer for the neutral site to which Quick exit leads: tests have no network."""
    page.context.route(
        NEUTRAL, lambda route: route.fulfill(body="<p>News", content_type="text/html")
    )


def with_a_finger(somebody: Visitor) -> None:
    """Give the page an authenticator that verifies its person without asking."""
    browser = somebody.page.context.new_cdp_session(somebody.page)
    browser.send("WebAuthn.enable")
    browser.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE_WITH_A_FINGER})
