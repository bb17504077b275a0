"""`make bench`: Toney in a browser against a model at a known pace, told as rows.

Alone these are figures of this machine at this moment. docs/performance.md says what they are
next to the least that could be done, measured side by side.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from coaching.serving.frontend import built
from tests.bench.machine import Tree
from tests.bench.model import FILLING, Model
from tests.bench.visit import Figures, Visit, visit
from tests.support.browser import chromium
from tests.support.served import ROOT, served_from_nothing

LIMITS = ("GUESTS_PER_ADDRESS_PER_DAY", "INTERACTIONS_PER_DAY", "MESSAGES_PER_MINUTE")
ROWS = {
    "start": "start → first answer, s",
    "usable": "cold load → usable, ms",
    "slow usable": "the same on a slow phone and line, ms",
    "kilobytes": "page, scripts, styles and fonts, kB",
    "memory": "memory after a visit, MB",
    "switch": "tab → painted, ms",
    "switch_bytes": "tab, bytes from the server",
}
TURN_ROWS = {
    "first": "added to the first word, ms",
    "to_model": "  of it Enter → model asked, ms",
    "to_paint": "  of it first word → painted, ms",
    "last": "last word → painted, ms",
    "lag": "word → painted, 95 %, ms",
    "stall": "longest stall between paints, ms",
    "server": "server, processor s / 1000 words",
    "page": "page, main thread ms / 1000 words",
    "bytes": "bytes from the server / word, without packet headers",
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Toney's own speed, measured in a browser.")
    parser.add_argument("--rounds", type=int, default=1, help="a fresh server for each")
    parser.add_argument("--turns", type=int, default=40, help="the later turn that is measured")
    asked = parser.parse_args()
    built("toney_app", ROOT)
    found: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(asked.rounds):
        for name, value in _round(asked.turns).items():
            found[name].append(value)
    _print(found, asked.turns)


def _round(turns: int) -> Figures:
    model = Model()
    with tempfile.TemporaryDirectory() as folder, model.listening() as url, chromium() as browser:
        began = time.monotonic()
        settings = dict.fromkeys(LIMITS, "1000000")
        settings |= {"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": url}
        with served_from_nothing(Path(folder) / "data", "--only", "toney", **settings) as toney:
            figures = {"start": time.monotonic() - began}
            server = Tree(toney.process.pid)
            with visit(browser, toney.url, model, server) as first:
                figures |= first.load(toney.url)
            with visit(browser, toney.url, model, server) as slow:
                slow.slow_down()
                figures["slow usable"] = slow.load(toney.url)["usable"]
            figures["memory"] = server.megabytes
            with visit(browser, toney.url, model, server) as person:
                person.load(toney.url)
                figures |= person.switch_tab() | _turns(person, turns)
    return figures


def _turns(person: Visit, turns: int) -> Figures:
    """Measure an early turn, fill the session, measure a late one."""
    early = person.measured_turn()
    for _ in range(turns - 3):  # the load took one, both measurements another
        person.say(FILLING)
    late = person.measured_turn()
    return {
        f"{when} {name}": value
        for when, figures in (("early", early), ("late", late))
        for name, value in figures.items()
    }


def _print(found: dict[str, list[float]], turns: int) -> None:
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for name, label in ROWS.items():
        print(f"{label:<56}{_told(found[name])}")
    print(f"\n{'':<56}{'turn 2':>18}{f'turn {turns}':>18}")
    for name, label in TURN_ROWS.items():
        print(f"{label:<56}{_told(found[f'early {name}'])}{_told(found[f'late {name}'])}")


def _told(values: list[float]) -> str:
    middle = statistics.median(values)
    digits = 0 if middle >= 100 else 1 if middle >= 10 else 2
    told = f"{middle:.{digits}f}"
    if len(values) > 1:
        told += f" [{min(values):.{digits}f}–{max(values):.{digits}f}]"
    return f"{told:>18}"


if __name__ == "__main__":
    main()
