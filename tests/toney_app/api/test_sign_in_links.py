"""Sign-in links, from the address that is typed to the account that opens."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching.domains.sign_in import links, queries
from coaching.models import User, UserState
from coaching.services import accounts
from tests.support.mailbox import Mailbox, mailbox
from tests.support.signing_in import saved_by_mail, visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as running:
        yield running


@pytest.fixture
def more_settings(box: Mailbox) -> dict[str, object]:
    return {"smtp_url": f"smtp://127.0.0.1:{box.port}"}


async def test_a_guest_saves_their_place_and_comes_back_on_another_device(
    web: WithApi, box: Mailbox
) -> None:
    phone = await visitor(web)
    owner = await phone.is_guest()
    await phone.has_won("I opened the letter.")
    before = dict(phone.client.cookies)

    asked = (await phone.asks(" Mara@Example.org ")).json()
    assert (asked["delivery"], asked["link"]) == ("mail", None)
    page = await phone.opens(box.token())
    saved = await phone.presses(box.token())

    assert "You’ll be able to sign in with mara@example.org" in page.text
    assert (saved.status_code, saved.headers["location"]) == (303, "/")
    assert await phone.ways() == ["email mara@example.org"]
    assert dict(phone.client.cookies) != before

    laptop = await visitor(web)
    await laptop.asks()
    assert "Sign in to Toney with mara@example.org." in (await laptop.opens(box.token())).text
    assert (await laptop.presses(box.token())).status_code == 303
    assert await laptop.wins() == ["I opened the letter."]
    assert (await phone.client.get("/api/export")).json()["userId"] == owner


async def test_the_session_of_before_is_over_once_the_place_is_saved(
    web: WithApi, box: Mailbox
) -> None:
    phone, thief = await visitor(web), await visitor(web)
    await phone.is_guest()
    thief.client.cookies.update(phone.client.cookies)
    await phone.asks()
    await phone.presses(box.token())

    assert (await phone.is_signed_in(), await thief.is_signed_in()) == (True, False)


async def test_a_link_and_its_new_account_are_in_the_language_that_was_chosen(
    web: WithApi, box: Mailbox
) -> None:
    phone = await visitor(web)
    phone.client.cookies.set("toney_language", "es")
    await phone.asks()
    assert '<html lang="es"' in (await phone.opens(box.token())).text
    assert (await phone.presses(box.token(), textVersion="1")).status_code == 303
    assert (await phone.client.get("/api/profile")).json()["locale"] == "es"


async def test_opening_a_link_spends_nothing(web: WithApi, box: Mailbox) -> None:
    phone, scanner = await visitor(web), await visitor(web)
    await phone.asks()
    for _ in range(3):
        page = await scanner.opens(box.token())
        assert (page.status_code, page.headers["referrer-policy"]) == (200, "strict-origin")
        assert page.headers["cache-control"] == "no-store"
        assert "set-cookie" not in page.headers
        await scanner.client.head(f"/auth/magic/{box.token()}")

    assert (await phone.presses(box.token())).status_code == 303


@pytest.mark.both_databases
async def test_twenty_presses_at_once_open_one_session(web: WithApi, box: Mailbox) -> None:
    phone = await visitor(web)
    await phone.asks()
    browsers = [await visitor(web) for _ in range(20)]

    answers = await asyncio.gather(*[each.presses(box.token()) for each in browsers])

    assert sorted(answer.status_code for answer in answers) == [303] + [409] * 19
    assert sum([await each.is_signed_in() for each in browsers]) == 1


async def test_a_link_ends_after_ten_minutes_and_a_new_one_is_sent(
    web: WithApi, box: Mailbox, clock: FrozenClock
) -> None:
    phone = await visitor(web)
    await phone.asks()
    old = box.token()
    clock.move(links.LASTS)

    assert "This link has expired" in (await phone.opens(old)).text
    assert (await phone.presses(old)).status_code == 409
    assert "We sent you a new link" in (await phone.presses(old, again="yes")).text
    assert (await phone.presses(box.token())).status_code == 303
    assert len(box.mails) == 2


async def test_only_the_newest_link_works(web: WithApi, box: Mailbox) -> None:
    phone = await visitor(web)
    await phone.asks()
    await phone.asks()

    assert (await phone.presses(box.token(0))).status_code == 409
    assert (await phone.presses(box.token(1))).status_code == 303


@pytest.mark.parametrize("token", ["x", "x" * 43, "ä", "x" * 500, "%00"])
async def test_a_token_that_nobody_made_opens_nothing(web: WithApi, token: str) -> None:
    phone = await visitor(web)
    assert "This link doesn’t work" in (await phone.opens(token)).text
    assert (await phone.presses(token)).status_code == 409
    assert not await phone.is_signed_in()


async def test_a_new_address_starts_an_account_with_the_consent_of_the_page(
    web: WithApi, box: Mailbox
) -> None:
    phone = await visitor(web)
    await phone.asks()
    page = await phone.opens(box.token())
    assert "There’s no Toney account for mara@example.org" in page.text
    assert "not a therapist" in page.text
    assert page.text.count('type="checkbox"') == page.text.count("required") == 2

    assert (await phone.presses(box.token(), textVersion="1")).status_code == 303
    assert (await phone.client.get("/api/profile")).status_code == 200
    talk = {"text": "Hello", "clientMessageId": "9b2f1f0e-3f0e-4a55-9a8e-0f4b3f5f0a11"}
    assert (await phone.client.post("/api/chat", json=talk)).status_code == 200


async def test_without_the_consent_the_coach_does_not_read(web: WithApi, box: Mailbox) -> None:
    phone = await visitor(web)
    await phone.asks()
    await phone.presses(box.token())
    talk = {"text": "Hello", "clientMessageId": "9b2f1f0e-3f0e-4a55-9a8e-0f4b3f5f0a11"}
    answer = await phone.client.post("/api/chat", json=talk)
    assert (answer.status_code, answer.json()["details"]) == (403, {"reason": "consent"})


async def test_on_another_device_a_guests_link_asks_for_the_code(
    web: WithApi, box: Mailbox
) -> None:
    phone, laptop = await visitor(web), await visitor(web)
    await phone.is_guest()
    await phone.has_won("I called the bank.")
    code = (await phone.asks()).json()["code"]

    assert "type the six-digit code" in (await laptop.opens(box.token())).text
    wrong = await laptop.presses(box.token(), code="000000" if code != "000000" else "1")
    assert "That’s not the code" in wrong.text
    assert (await laptop.presses(box.token(), code=f"{code[:3]} {code[3:]}")).status_code == 303
    assert await laptop.wins() == ["I called the bank."]
    assert await phone.ways() == ["email mara@example.org"]


async def test_after_five_wrong_codes_the_right_one_is_no_use(web: WithApi, box: Mailbox) -> None:
    phone, thief = await visitor(web), await visitor(web)
    await phone.is_guest()
    code = (await phone.asks()).json()["code"]
    for number in range(queries.MOST_TRIES):
        await thief.presses(box.token(), code=f"{(int(code) + number + 1) % 10**6:06}")

    assert (await thief.presses(box.token(), code=code)).status_code == 409
    assert not await thief.is_signed_in()


async def test_a_suspended_account_is_not_opened(web: WithApi, box: Mailbox) -> None:
    phone, laptop = await saved_by_mail(web, box), await visitor(web)
    owner = (await phone.client.get("/api/export")).json()["userId"]
    async with web.coaching.db.system("a test", write=True) as s:
        user = (await s.exec(select(User))).one()
        assert str(user.id) == owner
        user.state = UserState.SUSPENDED
    asked = await laptop.asks()
    assert asked.status_code == 202
    assert (await laptop.presses(box.token())).status_code == 409
    assert not await laptop.is_signed_in()


async def test_the_session_lasts_as_long_as_any_other(web: WithApi, box: Mailbox) -> None:
    phone = await visitor(web)
    await phone.asks()
    answer = await phone.presses(box.token())
    cookie = answer.headers.get_list("set-cookie")[0]
    age = int(accounts.ABSOLUTE.total_seconds())
    assert cookie.startswith("toney_session=")
    assert cookie.endswith(f"; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax")
