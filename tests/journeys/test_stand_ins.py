"""The offline coach stands in and says so: over the day's limit, and while AI is switched off."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.arrivals import settle
from tests.support.browser import DESK
from tests.support.held_model import beside, talks_to, wants_a_value
from tests.support.model_server import canned
from tests.support.served import free_ports, served

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.model_server import Body, Play

pytestmark = pytest.mark.journey

PASSWORD = "a long password"


class Model:
    """Answers at once, and keeps what it was asked."""

    def __init__(self) -> None:
        self.bodies: list[Body] = []

    def play(self, body: Body) -> Play:
        self.bodies.append(body)
        return canned(["And what was ", "that like?"])(body)

    @property
    def read(self) -> str:
        """What the Coach read last."""
        return str([body["messages"] for body in self.bodies if not wants_a_value(body)][-1])


def looks(somebody: Visitor, name: str) -> None:
    """Keep a picture, where somebody wants to look at it."""
    if folder := os.environ.get("TONEY_LOOK"):
        somebody.page.screenshot(path=str(Path(folder) / f"{name}.png"))


def signs_in(admin: Visitor) -> None:
    admin.opens()
    admin.writes("admin-name", "admin")
    admin.writes("admin-password", PASSWORD)
    admin.taps("admin-login")


def test_the_offline_coach_says_why_and_the_model_goes_on_where_it_stopped(
    tmp_path: Path, visit: Callable[..., Visitor]
) -> None:
    model, (port, admin_port) = Model(), map(str, free_ports())
    with beside(model.play) as url:
        home = {
            "PORT": port,
            "ADMIN_PORT": admin_port,
            "ADMIN_PASSWORD": PASSWORD,
            **talks_to(url),
        }
        data = tmp_path / "data"
        with served(data, COST_LIMIT_USD_PER_DAY="0", **home) as toney:
            mara, admin = visit(toney.url), visit(toney.admin_url, size=DESK)
            settle(mara)
            mara.opens("#chat")
            mara.sees("stand-in", "used up for today")
            mara.sees("offline-badge")
            mara.says("There is a letter and I put it in the drawer.")
            first = mara.hears()
            looks(mara, "over-the-limit")
            signs_in(admin)
            admin.sees("banner", "$0.00 is reached")
            looks(admin, "admin-over-the-limit")
            mara.leaves()
            admin.leaves()
        with served(data, DISABLE_AI="1", **home):
            mara.opens("#chat")
            mara.sees("stand-in", "paused for maintenance")
            mara.says("It is still there.")
            mara.sees("message-coach", times=2)
            looks(mara, "switched-off")
            admin.opens()
            admin.sees("stat-model", "Offline coach")
            admin.sees("banner", "DISABLE_AI is on")
            mara.leaves()
            admin.leaves()
        assert model.bodies == []
        with served(data, **home):
            mara.opens("#chat")
            mara.says("I opened the drawer.")
            mara.sees("message-coach", "And what was that like?")
            mara.sees_no("stand-in")
            mara.sees_no("offline-badge")
            admin.opens()
            admin.sees("stat-model", "Claude")
            looks(admin, "admin-claude")
    for words in (
        "I put it in the drawer",
        first[:20],
        "It is still there.",
        "I opened the drawer",
    ):
        assert words in model.read
