"""The admin's pages in a browser: accessible, no wider than a phone, by keyboard and passkey."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Literal, TypeVar
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from admin_app.navigation import PAGES
from coaching.clock import SystemClock
from coaching.domains.admin_access.service import set_password
from coaching.repositories.db import Db
from tests.support import every_table
from tests.support.axe import axe_faults
from tests.support.browser import DESK, FILTERS_WRAP, PHONE, SETTLED, with_a_finger
from tests.support.served import served

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from uuid import UUID

    from playwright.sync_api import Locator

    from tests.support.browser import Visitor
    from tests.support.served import Served

T = TypeVar("T")

pytestmark = pytest.mark.journey
PASSWORD = "a long password"
VERA = "vera"
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
PRESSES = """() => void setInterval(
  () => document.querySelector('[data-testid="flag-handle"]')?.click(), 250)"""
WIDER = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def toney(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("admin") / "data"
    with served(data, "--only", "admin", ADMIN_PASSWORD=PASSWORD) as running:
        yield running


def test_every_page_is_accessible_in_both_modes_and_the_simulator_replies(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    owner = in_the_database(toney, every_table.fill)
    admin = visit(toney.admin_url, size=DESK)
    admin.opens()
    signs_in(admin, "admin")
    admin.sees("nav-quality")
    assert list(faults(admin, owner)) == []
    has_nothing_of_somebody_who_is_gone(admin)
    changes_its_colours_at_once(admin)
    handles_a_flag_by_keyboard(admin)
    talks_to_the_engine(admin)
    downloads(admin)
    says_in_sight_what_was_refused(admin, owner)
    has_all_of_a_row_in_sight(admin)
    shows_where_a_table_goes_on(admin)
    puts_up_an_announcement_once(admin)
    finds_the_way_from_an_address_without_a_page(admin)
    goes_on_after_a_session_has_ended(admin)
    has_a_form_when_a_session_ends_under_it(admin)
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
            if size == DESK and admin.page.evaluate(FILTERS_WRAP):
                yield f"{page.name}: the filters take more than one row"
    admin.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


def has_nothing_of_somebody_who_is_gone(admin: Visitor) -> None:
    admin.opens(f"person?id={uuid4()}")
    admin.sees("problem", "This is no longer here.")
    admin.sees_no("access")
    admin.sees_no("open-delete")


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


def says_in_sight_what_was_refused(admin: Visitor, owner: UUID) -> None:
    """The button is at the foot of a long page, what became of it is said at its head."""
    admin.page.set_viewport_size({"width": DESK[0], "height": 400})
    admin.opens(f"person?id={owner}")
    admin.taps("open-delete")
    admin.at("field-typed").last.fill("no")
    admin.taps("confirm-delete")
    admin.sees("problem", "These aren’t the person’s four characters.")
    assert admin.page.evaluate("scrollY") > 0
    expect(admin.at("problem")).to_be_in_viewport()
    admin.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


def has_all_of_a_row_in_sight(admin: Visitor) -> None:
    """A cell under the actions, which stay at the right, couldn't be read."""
    admin.opens("quality")
    admin.sees("flag-row")
    is_left_of_the_actions(admin.at("flag-row").first, 1)


def is_left_of_the_actions(row: Locator, place: int) -> None:
    cell, acts = row.locator("td").nth(place).bounding_box(), row.locator("td").last.bounding_box()
    assert cell is not None
    assert acts is not None
    assert cell["x"] + cell["width"] <= acts["x"] + 1


def shows_where_a_table_goes_on(admin: Visitor) -> None:
    admin.opens("people")
    layers = "local, local, scroll, scroll"
    expect(admin.page.locator(".admin-scrolls")).to_have_css("background-attachment", layers)


def puts_up_an_announcement_once(admin: Visitor) -> None:
    admin.opens("announcement")
    long = "We update Toney tonight, so it may be away for some minutes. " * 4
    for name, text in (("text_en", long), ("text_es", "Actualizamos esta noche.")):
        admin.writes(f"field-{name}", text)
    admin.at("field-from_at").fill("2026-01-01T09:00")
    admin.at("field-until_at").fill("2026-01-01T08:00")
    admin.taps("announcement-go")
    admin.sees("problem", "The end has to be after the start")
    expect(admin.at("field-text_es")).to_have_value("Actualizamos esta noche.")
    now = SystemClock().now()
    admin.at("field-from_at").fill(f"{now:%Y-%m-%dT%H:%M}")
    admin.at("field-until_at").fill(f"{now + timedelta(hours=1):%Y-%m-%dT%H:%M}")
    admin.taps("announcement-go")
    admin.sees("said", "The announcement is up.")
    expect(admin.at("field-text_es")).to_have_value("")
    is_left_of_the_actions(admin.at("announcement-row").first, 4)


def finds_the_way_from_an_address_without_a_page(admin: Visitor) -> None:
    with admin.expecting_an_answer(HTTPStatus.NOT_FOUND):
        admin.opens("nowhere")
        admin.taps("missing-home")
    admin.sees("needs-a-look")


def goes_on_after_a_session_has_ended(admin: Visitor) -> None:
    admin.opens("people?language=en")
    admin.sees("user-row")
    admin.page.request.post(f"{admin.url}/auth/sign-out")
    admin.opens("people?language=en")
    expect(admin.page.get_by_role("status")).to_have_text("You’re signed out. Sign in to continue.")
    signs_in(admin, "admin")
    admin.sees("user-row")
    expect(admin.at("filter-language")).to_have_value("en")


def has_a_form_when_a_session_ends_under_it(admin: Visitor) -> None:
    """Press a button until the server, which believes a look-up for a second, looks again."""
    admin.opens("quality?state=all")
    admin.sees("flag-handle", times=2)
    admin.page.request.post(f"{admin.url}/auth/sign-out")
    admin.page.evaluate(PRESSES)
    admin.sees("admin-login")
    expect(admin.page.get_by_role("status")).to_have_text("You’re signed out. Sign in to continue.")


def talks_to_the_engine(admin: Visitor) -> None:
    admin.opens("simulator")
    admin.sees("simple-mode")
    admin.taps("persona-mara")
    expect(admin.at("field-message")).not_to_have_value("")
    admin.taps("send")
    admin.sees("reply")
    expect(admin.at("sent-facts")).to_contain_text("Kind of reply")
    assert axe_faults(admin.page) == []


def in_the_database(toney: Served, act: Callable[[Db], Awaitable[T]]) -> T:
    """Do something with Toney's database, in a thread without the browser's loop."""

    async def done() -> T:
        db = Db(f"sqlite:///{toney.data / 'toney.db'}")
        found = await act(db)
        await db.close()
        return found

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, done()).result()


def test_a_passkey_takes_the_place_of_the_code(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    in_the_database(
        toney, partial(set_password, name=VERA, password=PASSWORD, now=SystemClock().now())
    )
    admin = visit(toney.admin_url, size=DESK)
    with_a_finger(admin)
    admin.opens()
    signs_in(admin)
    admin.sees("nav-account")
    adds_a_passkey(admin, "Laptop")
    assert axe_faults(admin.page) == []

    signs_out(admin)
    signs_in(admin)
    expect(admin.page.get_by_role("alert")).to_contain_text("Wrong name")
    signs_in(admin, by="passkey-use")
    admin.sees("nav-account")
    admin.opens("account")
    expect(admin.at("passkey-row")).not_to_contain_text("Not used yet")
    assert toney.rows("SELECT sign_count > 0 FROM admin_passkeys") == [(1,)]

    admin.taps("passkey-do")
    admin.sees("problem", "This is your only second factor.")
    admin.opens("log")
    expect(admin.page.locator("main")).to_contain_text("added a passkey")
    admin.leaves()


def signs_in(admin: Visitor, name: str = VERA, *, by: str = "admin-login") -> None:
    admin.writes("admin-name", name)
    admin.writes("admin-password", PASSWORD)
    admin.taps(by)


def signs_out(admin: Visitor) -> None:
    admin.taps("admin-logout")
    admin.sees("admin-login")


def adds_a_passkey(admin: Visitor, name: str) -> None:
    admin.opens("account")
    admin.writes("field-name", name)
    admin.taps("passkey-add")
    admin.sees("said", "Your passkey is added.")
    expect(admin.at("passkey-row")).to_contain_text("Not used yet")
    expect(admin.at("passkey-row")).to_contain_text(name)
