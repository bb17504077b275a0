"""Writes docs/costs.md: what a talk costs, replayed, and how large its rows are.

Takes half a minute: five sessions are played through the engine (`toney eval cost` prints the same
tables). A test holds the page to what is counted now, within a tenth.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
import structlog

from coaching.evals.cost.figures import SHORT_TURNS, counted
from coaching.evals.cost.play import Plan, play
from coaching.evals.cost.words import page, short_page

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from coaching.evals.cost.figures import CostReport

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "costs.md"
BEGINS, ENDS = "<!-- counted -->", "<!-- /counted -->"
KILO = 1024


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    text = PAGE.read_text("utf-8")
    before, after = text.split(BEGINS)[0], text.split(ENDS)[1]
    PAGE.write_text(f"{before}{BEGINS}\n\n{asyncio.run(figures())}\n\n{ENDS}{after}", "utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")


async def figures() -> str:
    """Return the counted part of the page."""
    sizes: list[int] = []

    async def look(coaching: Coaching) -> None:
        async with coaching.db.system("size") as s:
            connection = await s.connection()
            pages = (await connection.execute(sa.text("PRAGMA page_count"))).scalar_one()
            size = (await connection.execute(sa.text("PRAGMA page_size"))).scalar_one()
        sizes.append(pages * size)

    await play(Plan(sessions=0), look=look)
    report = counted(await play(Plan(), look=look))
    short = counted(await play(Plan(turns=SHORT_TURNS)))
    empty, full = sizes
    return f"{page(report)}\n{_size(report, full - empty)}\n\n{short_page(short)}"


def _size(report: CostReport, grown: int) -> str:
    # Rounded: how full a page of an index is differs a little from one run to the next.
    session = round(grown / report.sessions / KILO, -1)
    month = grown / report.sessions * 15_000 / KILO**3
    return (
        f"- A stored session of {report.turns} turns takes about {session:.0f} kB of SQLite, "
        f"indexes, search, signals, memories and briefing among them; "
        f"15,000 sessions {month:.1f} GB."
    )


if __name__ == "__main__":
    main()
