"""The admin's pages in a browser: accessible, no wider than a phone, and used by keyboard."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from admin_app.navigation import PAGES
from coaching.repositories.db import Db
from tests.support import every_table
from tests.support.axe import axe_faults
from tests.support.browser import DESK, PHONE, SETTLED
from tests.support.served import served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from uuid import UUID

    from tests.support.browser import Visitor

pytestmark = pytest.mark.journey
PASSWORD = "a long password"
LOOKS: tuple[tuple[tuple[int, int], Literal["light", "dark"]], ...] = (
    (DESK, "light"),
    (PHONE, "dark"),
)
TRANSITIONS = """async () => {
  let most = 0;
  for (let frame = 0; frame < 12; frame += 1) {
    await new Promise((seen) => requestAnimationFrame(seen));
    most = Math.max(most, document.getAnimations().length);
  }
  return most;
}"""
WIDER = "document.documentElement.scrollWidth - innerWidth"


def test_every_page_is_accessible_in_both_modes_and_the_simulator_replies(
    tmp_path: Path, visit: Callable[..., Visitor]
) -> None:
    with served(tmp_path / "data", "--only", "admin", ADMIN_PASSWORD=PASSWORD) as toney:
        owner = someone(tmp_path / "data" / "toney.db")
        admin = visit(toney.admin_url, size=DESK)
        admin.opens()
        admin.writes("admin-name", "admin")
        admin.writes("admin-password", PASSWORD)
        admin.page.keyboard.press("Enter")
        admin.sees("nav-quality")
        assert list(faults(admin, owner)) == []
        changes_its_colours_at_once(admin)
        handles_a_flag_by_keyboard(admin)
        talks_to_the_engine(admin)
        downloads(admin)
        admin.leaves()


def faults(admin: Visitor, owner: UUID) -> Iterator[str]:
    """Yield what is wrong with each page: at a desk and on a phone, in light and in dark."""
    for page in PAGES:
        query = f"?id={owner}" if page.name == "person" else ""
        admin.opens(f"{page.route.strip('/')}{query}")
        expect(admin.page.locator("main h1")).to_be_attached()
        for size, mode in LOOKS:
            admin.page.set_viewport_size({"width": size[0], "height": size[1]})
            admin.page.emulate_media(color_scheme=mode)
            expect(admin.page.locator(f"html.{mode}")).to_be_attached()
            admin.page.evaluate(SETTLED)
            found = axe_faults(admin.page, looks_only=mode == "dark")
            yield from (f"{page.name} {mode}: {fault}" for fault in found)
            if (wider := admin.page.evaluate(WIDER)) > 0:
                yield f"{page.name} {mode}: {wider} pixels too wide"
    admin.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


def changes_its_colours_at_once(admin: Visitor) -> None:
    """Look for transitions: with less motion wanted, a colour must not pass from part to part."""
    admin.opens("safety")
    expect(admin.page.locator(".admin-id")).to_be_attached()
    for mode in ("light", "dark"):
        admin.page.emulate_media(color_scheme=mode)
        assert admin.page.evaluate(TRANSITIONS) == 0


def downloads(admin: Visitor) -> None:
    for page, link, name in (
        ("metrics", "metrics-csv", "toney-metrics-"),
        ("quality", "download-cases", "eval-cases.jsonl"),
    ):
        admin.opens(page)
        admin.sees(link)
        with admin.page.expect_download() as found:
            admin.taps(link)
        assert name in found.value.suggested_filename


def handles_a_flag_by_keyboard(admin: Visitor) -> None:
    admin.opens("quality")
    rows = admin.at("flag-row")
    expect(rows).to_have_count(2)
    admin.at("flag-handle").first.focus()
    admin.page.keyboard.press("Enter")
    expect(admin.at("said")).to_have_text("Marked as handled.")
    expect(rows).to_have_count(1)
    rows.first.get_by_role("link").focus()
    admin.page.keyboard.press("Enter")
    admin.sees("flag-title")
    expect(admin.at("access")).to_contain_text("Words are locked.")


def talks_to_the_engine(admin: Visitor) -> None:
    admin.opens("simulator")
    admin.sees("simple-mode")
    admin.taps("persona-mara")
    expect(admin.at("field-message")).not_to_have_value("")
    admin.taps("send")
    admin.sees("reply")
    expect(admin.at("sent-facts")).to_contain_text("Kind of reply")
    assert axe_faults(admin.page) == []


def someone(file: Path) -> UUID:
    """Put a person with rows into the database, in a thread without the browser's loop."""

    async def fill() -> UUID:
        db = Db(f"sqlite:///{file}")
        owner = await every_table.fill(db)
        await db.close()
        return owner

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, fill()).result()
