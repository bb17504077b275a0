"""Signing in with Google, against a real OpenID provider."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from coaching.domains.sign_in import google
from tests.support.signing_in import visitor

if TYPE_CHECKING:
    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi
    from tests.support.openid_provider import Provider


@pytest.fixture
def more_settings(google_settings: dict[str, object]) -> dict[str, object]:
    return google_settings


@pytest.mark.both_databases
async def test_a_guest_connects_google_and_comes_back_with_it(
    web: WithApi, provider: Provider
) -> None:
    phone, laptop = await visitor(web), await visitor(web)
    await phone.is_guest()
    await phone.has_won("I looked at my account.")
    before = dict(phone.client.cookies)

    connected = await phone.signs_in_with_google(provider)
    back = await laptop.signs_in_with_google(provider)

    assert (connected.status_code, connected.headers["location"]) == (303, "/")
    assert (back.status_code, back.headers["location"]) == (303, "/")
    assert await phone.ways() == ["google mara@example.org"]
    assert await laptop.wins() == ["I looked at my account."]
    assert phone.client.cookies["toney_session"] != before["toney_session"]
    assert "toney_sign_in" not in phone.client.cookies


async def test_what_is_asked_of_google(web: WithApi, provider: Provider) -> None:
    await (await visitor(web)).goes_to_google(provider)
    (asked,) = provider.asked
    assert asked["scope"] == "openid email"
    assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
    assert asked["redirect_uri"] == "http://localhost:3000/auth/google/callback"
    assert min(len(asked[name]) for name in ("state", "nonce", "code_challenge")) >= 43


async def test_the_cookie_of_a_trip_is_bound_to_the_browser(
    web: WithApi, provider: Provider
) -> None:
    del provider
    away = await (await visitor(web)).client.get("/auth/google")
    cookie = away.headers["set-cookie"]
    assert cookie.startswith("toney_sign_in=")
    assert cookie.endswith("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax")


async def test_somebody_new_is_asked_before_an_account_is_made(
    web: WithApi, provider: Provider
) -> None:
    phone, other = await visitor(web), await visitor(web)
    back = await phone.signs_in_with_google(provider)
    token = back.headers["location"].removeprefix("/auth/magic/")

    assert "There’s no Toney account for mara@example.org" in (await phone.opens(token)).text
    assert "This link doesn’t work" in (await other.opens(token)).text, "it is this browser’s"
    assert (await other.presses(token)).status_code == 409
    assert (await phone.presses(token, textVersion="1")).status_code == 303
    assert await phone.ways() == ["google mara@example.org"]


async def test_an_account_of_another_guest_asks_which_one_to_keep(
    web: WithApi, provider: Provider
) -> None:
    first, second = await visitor(web), await visitor(web)
    await first.is_guest()
    await first.signs_in_with_google(provider)
    await second.is_guest()
    back = await second.signs_in_with_google(provider)
    token = back.headers["location"].removeprefix("/auth/magic/")
    assert "You have two accounts" in (await second.opens(token)).text
    assert await second.ways() == []
    assert (await second.presses(token, keeps="here")).status_code == 200
    assert await second.ways() == ["google mara@example.org"]
    assert not await first.is_signed_in()


async def test_people_are_known_by_subject_and_not_by_address(
    web: WithApi, provider: Provider
) -> None:
    phone, laptop = await visitor(web), await visitor(web)
    await phone.is_guest()
    await phone.signs_in_with_google(provider)
    provider.claims["sub"] = "somebody else who has the address now"
    back = await laptop.signs_in_with_google(provider)
    assert back.headers["location"].startswith("/auth/magic/"), "a new account, after asking"
    provider.claims = {"sub": "mara", "email": "new@example.org"}
    await laptop.signs_in_with_google(provider)
    assert await laptop.ways() == ["google mara@example.org"]


async def test_somebody_who_declines_can_try_again(web: WithApi, provider: Provider) -> None:
    phone = await visitor(web)
    state = _query(await phone.goes_to_google(provider), "state")
    path = f"/auth/google/callback?state={state}"
    _is_refused(await phone.client.get(f"{path}&error=access_denied"))
    _is_refused(await phone.client.get(f"{path}&code=x"))
    assert (await phone.signs_in_with_google(provider)).status_code == 303


async def test_a_provider_that_is_away_is_said(web: WithApi, provider: Provider) -> None:
    phone = await visitor(web)
    address = await phone.goes_to_google(provider)
    provider.is_down = True
    for answer in (await phone.client.get("/auth/google"), await phone.comes_back(address)):
        assert answer.status_code == 503
        assert "We can’t reach Google right now." in answer.text


async def test_trips_of_one_network_are_limited(
    web: WithApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = await visitor(web)
    monkeypatch.setattr(google, "TRIPS_PER_ADDRESS", 2)
    answers = [(await phone.client.get("/auth/google")).status_code for _ in range(3)]
    assert answers == [307, 307, 429]


async def test_the_clock_may_differ_by_a_minute(
    web: WithApi, provider: Provider, clock: FrozenClock
) -> None:
    phone = await visitor(web)
    provider.now = (clock.now() + timedelta(seconds=50)).timestamp()
    assert (await phone.signs_in_with_google(provider)).status_code == 303


def _query(address: str, name: str) -> str:
    return parse_qs(urlsplit(address).query)[name][0]


def _is_refused(answer: httpx.Response) -> None:
    assert answer.status_code == 400, answer.text
    assert "You’re not signed in" in answer.text
    assert "toney_session" not in answer.headers.get("set-cookie", "")
