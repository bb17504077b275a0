"""`python -m tests.model_in_loop FOLDER PEOPLE…`: play scripted people, with players as the model.

The product runs in its own process with its own database in FOLDER; stopped with Ctrl-C, the same
command goes on where it was. README.md says how to get an honest result.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from coaching.clock import ShiftedClock
from tests.model_in_loop.files import Folder, rows
from tests.model_in_loop.people import read_people
from tests.model_in_loop.plain import play_plain
from tests.model_in_loop.playing import BEGINS, play
from tests.support.polling import wait_until
from tests.support.served import ROOT, environment, free_ports

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

PATIENT = {
    "MODEL_DEADLINE_FACTOR": "1000",
    "MESSAGES_PER_MINUTE": "1000",
    "INTERACTIONS_PER_DAY": "1000",
    "GUESTS_PER_ADDRESS_PER_DAY": "1000",
    "COST_LIMIT_USD_PER_DAY": "1000",
    "ANTHROPIC_API_KEY": "of the bench",
}


class Served:
    """The product in its own process."""

    def __init__(self, folder: Folder, url: str) -> None:
        self._folder, self._url = folder, url
        self._clock = ShiftedClock(folder.clock)

    def client(self) -> httpx.AsyncClient:
        """Return a browser as patient as players need it."""
        return httpx.AsyncClient(base_url=self._url, timeout=None)  # noqa: S113 - a person plays the model

    def rows(self, statement: str, *values: Any) -> list[dict[str, Any]]:
        """Read the database as somebody who has the file."""
        return rows(self._folder.path / "data" / "toney.db", statement, *values)

    def now(self) -> datetime:
        """Return the time of the product."""
        return self._clock.now()

    async def move_to(self, at: datetime) -> None:
        """Move the clock; the product itself ends idle sessions, once a minute."""
        set_clock(self._folder, at)


def set_clock(folder: Folder, at: datetime) -> None:
    """Let product and stand-in believe that it is another time."""
    following = folder.clock.with_suffix(".next")
    following.write_text(f"{(at - datetime.now(UTC)) / timedelta(seconds=1)}\n")
    following.replace(folder.clock)


@contextmanager
def served(folder: Folder, checkout: Path) -> Generator[Served]:
    """Run the stand-in and a version of the product until the block ends."""
    if not folder.clock.exists():
        set_clock(folder, BEGINS)
    model_port, port = free_ports()
    stand_in = ["-m", "tests.model_in_loop.stand_in", f"{folder.path}", "--port", f"{model_port}"]
    settings = {
        **PATIENT,
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{model_port}",
        "STRATEGIST_BATCH": "false",
        "PORT": f"{port}",
        "PUBLIC_URL": f"http://localhost:{port}",
        "TEST_CLOCK_FILE": f"{folder.clock}",
    }
    serve = [checkout / ".venv/bin/python", "-P", Path(__file__).with_name("serve_api.py")]
    with (
        _running(folder, "stand_in", [sys.executable, *stand_in], ROOT, {}),
        _running(folder, "product", serve, checkout, settings),
    ):
        url = f"http://localhost:{port}"
        wait_until(lambda: _answers(url), seconds=180, what=url)
        yield Served(folder, url)


@contextmanager
def _running(
    folder: Folder, name: str, command: list[Any], where: Path, settings: Mapping[str, str]
) -> Generator[None]:
    with (folder.path / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            cwd=where,
            env=environment(folder.path / "data", **settings),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(timeout=60)


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/onboarding", timeout=30).is_success
    except httpx.TransportError:
        return False


def main() -> None:
    """Play until everything was said."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="everything of this run, and only of this run")
    parser.add_argument("people", type=Path, nargs="+", help="files, or folders with one each")
    parser.add_argument("--plain", action="store_true", help="one paragraph instead of Toney")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="another version to play")
    given = parser.parse_args()
    folder, people = Folder(given.folder.resolve()), read_people(given.people)
    folder.path.mkdir(parents=True, exist_ok=True)
    folder.finished.unlink(missing_ok=True)
    if given.plain:
        asyncio.run(play_plain(people, folder))
        return
    with served(folder, given.checkout.resolve()) as product:
        asyncio.run(play(product, people, folder))


if __name__ == "__main__":
    main()
