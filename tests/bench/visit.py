"""A page in a browser of its own: opened with an empty cache, spoken to, and timed."""

from __future__ import annotations

import itertools
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.bench.model import FILLING, READING
from tests.bench.probe import PROBE, SWITCH
from tests.support.arrivals import settle
from tests.support.browser import Visitor
from tests.support.sent import Sent

if TYPE_CHECKING:
    from collections.abc import Generator

    from playwright.sync_api import Browser, Page

    from tests.bench.machine import Tree
    from tests.bench.model import Model, Pace, Reply

SLOW_LINE = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
SLOW_PHONE = {"rate": 4}
ROUND_TRIPS = 12
Figures = dict[str, float]


class Visit:
    """One page and what it costs. Times are in milliseconds."""

    def __init__(self, page: Page, model: Model, server: Tree) -> None:
        self.page, self._model, self._server = page, model, server
        self._sent = Sent(page)
        self._devtools = self._sent.devtools
        self._received = 0
        for event, listener in (
            ("dataReceived", self._count_chunk),
            ("webSocketFrameReceived", self._count_frame),
        ):
            self._devtools.on(f"Network.{event}", listener)
        self._devtools.send("Performance.enable")

    def slow_down(self) -> None:
        """Go on with a slow phone on a slow line."""
        self._devtools.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_LINE})
        self._devtools.send("Emulation.setCPUThrottlingRate", SLOW_PHONE)

    def load(self, url: str) -> Figures:
        """Open the chat and talk at once: what a page says of itself is not enough."""
        self.page.goto(f"{url}/#chat")
        self.page.wait_for_function("() => probe.usableAt")
        usable: float = self.page.evaluate("probe.usableAt")
        self.say(FILLING)
        return {"usable": usable, "kilobytes": self._sent.kilobytes}

    def say(self, pace: Pace) -> Reply:
        """Send a message and wait until the last word of its reply is painted."""
        self._model.pace = pace
        mark = self._model.next_mark
        self.page.evaluate("(mark) => probe.expect(mark)", mark)
        field = self.page.get_by_test_id("chat-input")
        field.fill("How am I doing this month?")
        field.press("Enter")
        self.page.wait_for_function(
            "(last) => probe.painted.some(([word]) => word === last)",
            arg=pace.pieces,
            polling=100,
        )
        self.page.get_by_test_id("chat-stop").wait_for(state="detached")
        return next(reply for reply in self._model.replies if reply.mark == mark)

    def measured_turn(self) -> Figures:
        """Say something at the speed of reading and return what it took."""
        offset = self._clock_offset()
        before = self._spent()
        reply = self.say(READING)
        spent = {name: value - before[name] for name, value in self._spent().items()}
        sent: float = self.page.evaluate("probe.sentAt") / 1000 + offset
        painted = [(word, at / 1000 + offset) for word, at in self.page.evaluate("probe.painted")]
        return _times(reply, sent, painted) | _per_1000_words(spent)

    def to_model(self, pace: Pace) -> float:
        """Say something and return the milliseconds from Enter to the request to the model."""
        offset = self._clock_offset()
        reply = self.say(pace)
        sent: float = self.page.evaluate("probe.sentAt") / 1000 + offset
        return (reply.asked_at - sent) * 1000

    def switch_tab(self) -> Figures:
        """Show another view; return how long it takes and what it asks of the server."""
        before = self._received
        milliseconds: float = self.page.evaluate(SWITCH, "home")
        self.page.evaluate(SWITCH, "chat")
        return {"switch": milliseconds, "switch_bytes": float(self._received - before)}

    def _spent(self) -> Figures:
        metrics = self._devtools.send("Performance.getMetrics")["metrics"]
        page = next(m["value"] for m in metrics if m["name"] == "TaskDuration")
        return {"server": self._server.cpu_seconds, "page": page, "bytes": float(self._received)}

    def _clock_offset(self) -> float:
        """Return what turns the page's clock into ours, by its quickest round trip."""
        trips: list[tuple[float, float]] = []
        for _ in range(ROUND_TRIPS):
            asked = time.time()
            there: float = self.page.evaluate("probe.now()") / 1000
            back = time.time()
            trips.append((back - asked, (asked + back) / 2 - there))
        return min(trips)[1]

    def _count_chunk(self, event: dict[str, Any]) -> None:
        self._received += event["encodedDataLength"]

    def _count_frame(self, event: dict[str, Any]) -> None:
        self._received += len(event["response"]["payloadData"])


@contextmanager
def visit(browser: Browser, url: str, model: Model, server: Tree) -> Generator[Visit]:
    """Somebody new with the onboarding behind them; the page itself is not open yet."""
    with opened(browser, model, server) as somebody:
        settle(Visitor(somebody.page, url))
        yield somebody


@contextmanager
def opened(browser: Browser, model: Model, server: Tree) -> Generator[Visit]:
    """An empty page with an empty cache."""
    # The driver's own waiting needs `eval`, which our policy forbids.
    context = browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 800})
    context.add_init_script(PROBE)
    yield Visit(context.new_page(), model, server)
    context.close()


def _times(reply: Reply, sent: float, painted: list[tuple[int, float]]) -> Figures:
    lags = sorted(
        next(at for word, at in painted if word >= number) - left
        for number, left in enumerate(reply.sent_at, start=1)
    )
    to_model, to_paint = reply.asked_at - sent, painted[0][1] - reply.sent_at[0]
    gaps = [later - earlier for (_, earlier), (_, later) in itertools.pairwise(painted)]
    seconds = {
        "to_model": to_model,
        "to_paint": to_paint,
        "first": to_model + to_paint,
        "last": painted[-1][1] - reply.sent_at[-1],
        "lag": lags[int(len(lags) * 0.95)],
        "stall": max(gaps),
    }
    return {name: value * 1000 for name, value in seconds.items()}


def _per_1000_words(spent: Figures) -> Figures:
    words = READING.pieces / 1000
    return {
        "server": spent["server"] / words,
        "page": spent["page"] * 1000 / words,
        "bytes": spent["bytes"] / READING.pieces,
    }
