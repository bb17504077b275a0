"""Both apps side by side: the admin's door, the numbers behind it, and each page's socket."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle
from tests.support.browser import DESK
from tests.support.held_model import held_model
from tests.support.polling import wait_until
from tests.support.served import served

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

PASSWORD = "a long password"


NO_WORK = "SELECT count(*) = 0 FROM jobs WHERE status IN ('due', 'running')"
COUNTED = {
    "people": "SELECT count(*) FROM users",
    "conversations": "SELECT count(*) FROM conversations",
    "turns": "SELECT count(*) FROM turns",
    "signals": "SELECT count(*) FROM observer_signals",
    "cost": "SELECT sum(cost_microusd) / 1e6 FROM model_calls",
}


@pytest.fixture(scope="module")
def toney(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    data = tmp_path_factory.mktemp("admin") / "data"
    with (
        held_model("You put it in the drawer, ", "and the drawer knows.") as model,
        served(data, ADMIN_PASSWORD=PASSWORD, **model.settings) as running,
    ):
        model.goes_on()
        yield running


def test_an_admin_gets_in_by_the_password_alone_and_sees_true_numbers(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara, admin = visit(toney.url), visit(toney.admin_url, size=DESK)
    settle(mara)
    mara.opens("#chat")
    mara.says("There is another letter and I put it in the drawer.")
    mara.hears()

    admin.opens()
    while "fit" in tries(admin, "a wrong password"):
        """Until the delay is longer than a try."""
    wait_until(lambda: tries(admin, PASSWORD) == "", seconds=60, what="the delay to be over")

    wait_until(lambda: toney.rows(NO_WORK) == [(1,)], seconds=60, what="the jobs")
    admin.page.reload()
    for name, counted in COUNTED.items():
        [(figure,)] = toney.rows(counted)
        told = f"${figure:.4f}" if name == "cost" else str(figure)
        expect(admin.sees(f"stat-{name}")).to_have_text(told)
    assert toney.rows("SELECT count(*) FROM turns") == [(1,)]
    assert admin.at("stat-cost").inner_text() != "$0.0000"

    carries(mara, "toney_admin", cookie(mara, "toney_session"))
    carries(admin, "toney_session", cookie(admin, "toney_admin"))
    mara.page.goto(toney.admin_url)
    mara.sees("admin-login")
    admin.page.goto(toney.url)
    admin.sees("start-guest")


def tries(admin: Visitor, password: str) -> str:
    """Try a password; return what the page says to that, nothing when it opens."""
    admin.writes("admin-name", "admin")
    admin.writes("admin-password", password)
    with admin.page.expect_event("domcontentloaded"):
        admin.taps("admin-login")
    answer = admin.at("nav-metrics").or_(admin.page.get_by_role("alert"))
    expect(answer).to_be_visible()
    return "" if admin.at("nav-metrics").count() else answer.inner_text()


def cookie(somebody: Visitor, name: str) -> str:
    kept = {found.get("name"): found.get("value") for found in somebody.page.context.cookies()}
    return str(kept[name])


def carries(somebody: Visitor, name: str, value: str) -> None:
    somebody.page.context.add_cookies([{"name": name, "value": value, "url": somebody.url}])


def test_a_page_connects_to_the_port_that_served_it(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    """One build serves at any port: a page talks to where it came from."""
    for url in (toney.url, toney.admin_url):
        somebody = visit(url)
        page = somebody.page
        with page.expect_websocket() as opened, page.expect_event("requestfinished"):
            page.goto(url)
        socket = opened.value
        socket.wait_for_event("framereceived")
        assert socket.url.startswith(f"{url.replace('http', 'ws')}/_event")
        assert page.locator("html").get_attribute("lang") == "en"
        somebody.leaves()
