"""The offline coach stands in and says so: over the day's limit, and while AI is switched off."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.arrivals import settle
from tests.support.browser import DESK
from tests.support.held_model import beside, talks_to, wants_a_value
from tests.support.model_server import canned
from tests.support.served import free_ports, served

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from contextlib import AbstractContextManager

    from tests.support.browser import Visitor
    from tests.support.model_server import Body, Play
    from tests.support.served import Served

pytestmark = pytest.mark.journey

PASSWORD = "a long password"
ANSWER = "And what was that like?"
FIRST = "There is a letter and I put it in the drawer."
SECOND = "It is still there."
THIRD = "I opened the drawer."


class Model:
    """Answers at once, and keeps what it was asked."""

    def __init__(self) -> None:
        self.url = ""
        self.bodies: list[Body] = []

    def play(self, body: Body) -> Play:
        self.bodies.append(body)
        return canned([ANSWER])(body)

    @property
    def read(self) -> str:
        """What the Coach read last."""
        return str([body["messages"] for body in self.bodies if not wants_a_value(body)][-1])


def leave(mara: Visitor, name: str) -> None:
    """Close the page before the server goes; keep a picture, if somebody wants to look."""
    if folder := os.environ.get("TONEY_LOOK"):
        mara.page.screenshot(path=str(Path(folder) / f"{name}.png"))
    mara.leaves()


def signs_in(admin: Visitor) -> None:
    admin.opens()
    admin.writes("admin-name", "admin")
    admin.writes("admin-password", PASSWORD)
    admin.taps("admin-login")


@pytest.fixture
def model() -> Generator[Model]:
    kept = Model()
    with beside(kept.play) as kept.url:
        yield kept


@pytest.fixture
def home(tmp_path: Path, model: Model) -> Callable[..., AbstractContextManager[Served]]:
    """Serve the same people at the same address, with other settings."""
    port, admin_port = map(str, free_ports())
    same = {"PORT": port, "ADMIN_PORT": admin_port, "ADMIN_PASSWORD": PASSWORD}
    return partial(served, tmp_path / "data", **same, **talks_to(model.url))


def test_the_offline_coach_says_why_and_the_model_goes_on_where_it_stopped(
    home: Callable[..., AbstractContextManager[Served]],
    model: Model,
    visit: Callable[..., Visitor],
) -> None:
    with home(COST_LIMIT_USD_PER_DAY="0") as toney:
        mara, admin = visit(toney.url), visit(toney.admin_url, size=DESK)
        settle(mara)
        mara.opens("#chat")
        mara.sees("stand-in", "limit is reached")
        mara.sees("offline-badge")
        mara.says(FIRST)
        reply = mara.hears()
        signs_in(admin)
        admin.sees("needs-a-look", "cost limit is reached")
        leave(mara, "over-the-limit")
        admin.leaves()
    with home("--only", "toney", DISABLE_AI="1"):
        mara.opens("#chat")
        mara.sees("stand-in", "paused for maintenance")
        mara.says(SECOND)
        mara.sees("message-coach", times=2)
        leave(mara, "switched-off")
    assert model.bodies == []
    with home("--only", "toney"):
        mara.opens("#chat")
        mara.says(THIRD)
        mara.sees("message-coach", ANSWER)
        mara.sees_no("stand-in")
        mara.sees_no("offline-badge")
        leave(mara, "back")
    assert [words for words in (FIRST, reply[:20], SECOND, THIRD) if words not in model.read] == []
