"""What a page was sent, as the browser counts it: headers and compressed bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

FIRST_PAGE = frozenset({"Document", "Script", "Stylesheet", "Font"})


class Sent:
    """Counts from now on."""

    def __init__(self, page: Page) -> None:
        self.devtools: CDPSession = page.context.new_cdp_session(page)
        self.files: dict[str, float] = {}
        self._kinds: dict[str, tuple[str, str]] = {}
        self.devtools.on("Network.responseReceived", self._note_kind)
        self.devtools.on("Network.loadingFinished", self._count)
        self.devtools.send("Network.enable")

    @property
    def kilobytes(self) -> float:
        """Return what the page, its scripts, styles and fonts took."""
        return sum(self.files.values()) / 1000

    def _note_kind(self, event: dict[str, Any]) -> None:
        self._kinds[event["requestId"]] = event["type"], event["response"]["url"]

    def _count(self, event: dict[str, Any]) -> None:
        kind, url = self._kinds.get(event["requestId"], ("", ""))
        if kind in FIRST_PAGE:
            self.files[url] = event["encodedDataLength"]
