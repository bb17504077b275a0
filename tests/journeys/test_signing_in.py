"""A guest saves their place and is back on another device: by e-mail, and with Google."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.support.arrivals import settle
from tests.support.forked import forked
from tests.support.mailbox import Mailbox, mailbox
from tests.support.openid_provider import CLIENT_ID, CLIENT_SECRET, Provider, openid_provider
from tests.support.polling import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey


class World(NamedTuple):
    """A Toney that sends e-mails and offers Google, and where both end."""

    toney: Served
    box: Mailbox
    provider: Provider


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with ExitStack() as stack:
        box, provider = stack.enter_context(mailbox()), stack.enter_context(openid_provider())
        outside = {
            "SMTP_URL": f"smtp://127.0.0.1:{box.port}",
            "GOOGLE_CLIENT_ID": CLIENT_ID,
            "GOOGLE_CLIENT_SECRET": CLIENT_SECRET,
            "GOOGLE_DISCOVERY_URL": provider.discovery,
        }
        data = tmp_path_factory.mktemp("signing_in") / "data"
        yield World(stack.enter_context(forked(data, **outside)), box, provider)


def _keeps_a_card(mara: Visitor, text: str) -> None:
    settle(mara)
    card = {"title": text, "content": text}
    assert mara.page.context.request.post(f"{mara.url}/api/cards", data=card).ok


def test_a_place_is_saved_by_email_and_found_on_another_device(
    world: World, visit: Callable[..., Visitor]
) -> None:
    mara = visit(world.toney.url)
    _keeps_a_card(mara, "I can wait a day.")
    mara.opens("#home")
    mara.taps("save-place-open")
    mara.taps("save-place-mail")
    mara.writes("signin-email", "mara")
    mara.taps("signin-mail")
    mara.sees("signin-email")
    mara.writes("signin-email", "Mara@example.org")
    mara.taps("signin-mail")
    mara.sees("signin-sent", "Mara@example.org")
    mara.sees("signin-code-shown")
    there = mara.another_tab()
    there.opens(f"auth/magic/{world.box.token()}")
    there.sees("door-save", "mara@example.org")
    there.taps("door-go")
    there.sees("tab-home")
    there.sees_no("save-place-open")
    there.opens("#home/ways")
    there.sees("ways", "mara@example.org")
    there.sees_no("way-remove")

    laptop = visit(world.toney.url)
    laptop.opens()
    laptop.taps("been-here")
    laptop.writes("signin-email", "mara@example.org")
    laptop.taps("signin-mail")
    laptop.sees("signin-sent")
    wait_until(lambda: len(world.box.mails) == 2, what="the second mail")
    laptop.opens(f"auth/magic/{world.box.token()}")
    laptop.sees("door-sign_in", "mara@example.org")
    laptop.taps("door-go")
    laptop.sees("tab-home")
    laptop.taps("tab-rewire")
    laptop.sees("card-item", "I can wait a day.")


def test_a_guest_connects_google_and_comes_back_with_it(
    world: World, visit: Callable[..., Visitor]
) -> None:
    ben = visit(world.toney.url)
    _keeps_a_card(ben, "One look is enough.")
    ben.opens("#home/settings")
    ben.taps("settings-ways")
    ben.taps("way-add-google")
    ben.sees("tab-home")
    ben.opens("#home/ways")
    ben.sees("ways", "Google")
    ben.sees_no("way-add-google")

    laptop = visit(world.toney.url)
    laptop.opens()
    laptop.taps("been-here")
    laptop.taps("signin-google")
    laptop.sees("tab-home")
    laptop.taps("tab-rewire")
    laptop.sees("card-item", "One look is enough.")
