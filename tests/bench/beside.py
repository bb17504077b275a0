"""`python -m tests.bench.beside`: from Enter to the request to the model, beside the floor.

Both servers run at once and both pages are open; they take turns, message by message, so that
other work on the machine hits both alike. Each round has a fresh page and a newcomer. The first
message of a page isn't counted: connections are opened with it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.serving.frontend import built
from tests.bench.__main__ import LIMITS
from tests.bench.machine import Tree
from tests.bench.model import FILLING, Model
from tests.bench.visit import opened, visit
from tests.support.browser import chromium
from tests.support.polling import wait_until
from tests.support.served import ROOT, answers, environment, free_ports, served_from_nothing

if TYPE_CHECKING:
    from collections.abc import Generator

    from playwright.sync_api import Browser

    from tests.bench.visit import Visit


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Enter → model asked, beside the floor.")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--turns", type=int, default=5, help="that count in each round")
    asked = parser.parse_args()
    built("toney_app", ROOT)
    model = Model()
    with tempfile.TemporaryDirectory() as folder, model.listening() as url, chromium() as browser:
        ours = {"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": url}
        settings = dict.fromkeys(LIMITS, "1000000") | ours
        data = Path(folder) / "data"
        with (
            served_from_nothing(data, "--only", "toney", **settings) as toney,
            _floor(data, **ours) as floor,
        ):
            server = Tree(toney.process.pid)
            rounds = [
                _round(browser, model, server, floor, toney.url, asked.turns)
                for _ in range(asked.rounds)
            ]
    _print(rounds)


@contextmanager
def _floor(data: Path, **settings: str) -> Generator[str]:
    port, _ = free_ports()
    command = [sys.executable, "-m", "tests.bench.floor", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(data, **settings))
    url = f"http://localhost:{port}"
    try:
        wait_until(lambda: answers(url), seconds=60, what=url)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=60)


def _round(
    browser: Browser, model: Model, server: Tree, floor: str, toney: str, turns: int
) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each turn of the floor, and of Toney."""
    with opened(browser, model, server) as one, visit(browser, toney, model, server) as other:
        one.load(floor)
        other.load(toney)
        pairs = [(_to_model(one), _to_model(other)) for _ in range(turns)]
    least, ours = zip(*pairs, strict=True)
    return list(least), list(ours)


def _to_model(page: Visit) -> float:
    return page.to_model(FILLING)


def _print(rounds: list[tuple[list[float], list[float]]]) -> None:
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(f"{'Enter → model asked, ms':<40}{'floor':>8}{'Toney':>8}{'ratio':>8}")
    pairs = [pair for least, ours in rounds for pair in zip(least, ours, strict=True)]
    first = [(least[0], ours[0]) for least, ours in rounds]
    quickest = [(min(least), min(ours)) for least, ours in rounds]
    for label, shown in (
        ("median, first turn of a page", first),
        ("median of all turns", pairs),
        ("median of the quickest of each round", quickest),
    ):
        least, ours = (statistics.median(row) for row in zip(*shown, strict=True))
        print(f"{label:<40}{least:>8.1f}{ours:>8.1f}{ours / least:>8.1f}")


if __name__ == "__main__":
    main()
