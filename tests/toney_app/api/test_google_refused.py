"""What Toney refuses of a provider that cheats, and of a browser that brings another’s answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from coaching.domains.sign_in import google
from tests.support.openid_provider import CLIENT_ID, Provider
from tests.support.signing_in import visitor

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi


@pytest.fixture
def more_settings(google_settings: dict[str, object]) -> dict[str, object]:
    return google_settings


def _says(**claims: Any) -> Callable[[Provider], None]:
    return lambda provider: provider.claims.update(claims)


def _answers(name: str, value: Any) -> Callable[[Provider], None]:
    return lambda provider: setattr(provider, name, value)


WRONG: dict[str, Callable[[Provider], None]] = {
    "nonce": _says(nonce="another"),
    "no nonce": _says(nonce=None),
    "audience": _says(aud="another client"),
    "no audience": _says(aud=None),
    "authorized party": _says(aud=[CLIENT_ID, "x"], azp="x"),
    "issuer": _says(iss="https://accounts.example.org"),
    "expired": _says(exp=1_000_000_000),
    "no expiry": _says(exp=None),
    "from tomorrow": _says(nbf=4_000_000_000),
    "no subject": _says(sub=None),
    "empty subject": _says(sub=""),
    "unverified address": _says(email_verified=False),
    "verified in words": _says(email_verified="false"),
    "issuer of the answer": _answers("extra", {"iss": "https://accounts.example.org"}),
    "another key": Provider.is_signed_by_somebody_else,
    "shared secret": Provider.is_signed_with_the_public_key,
    "no signature": _answers("algorithm", "none"),
    "another access token": _says(at_hash="AAAAAAAAAAAAAAAAAAAAAA"),
}


@pytest.mark.slow
@pytest.mark.parametrize("wrong", WRONG)
async def test_what_does_not_hold_signs_nobody_in(
    web: WithApi, provider: Provider, wrong: str
) -> None:
    phone = await visitor(web)
    WRONG[wrong](provider)
    answer = await phone.signs_in_with_google(provider)
    _is_refused(answer)
    assert not await phone.is_signed_in()


async def test_a_state_works_once(web: WithApi, provider: Provider) -> None:
    phone = await visitor(web)
    await phone.is_guest()
    address = await phone.goes_to_google(provider)
    cookies = dict(phone.client.cookies)
    assert (await phone.comes_back(address)).status_code == 303
    phone.client.cookies.update(cookies)
    _is_refused(await phone.comes_back(address))


async def test_a_code_works_once(web: WithApi, provider: Provider) -> None:
    phone, thief = await visitor(web), await visitor(web)
    await phone.is_guest()
    address = await phone.goes_to_google(provider)
    await phone.comes_back(address)
    own = await thief.goes_to_google(provider)
    used = parse_qs(urlsplit(address).query)["code"][0]
    _is_refused(await thief.comes_back(own.replace(_query(own, "code"), used)))


async def test_a_stolen_code_is_no_use_without_the_verifier(
    web: WithApi, provider: Provider
) -> None:
    phone, thief = await visitor(web), await visitor(web)
    stolen = _query(await phone.goes_to_google(provider), "code")
    own = await thief.goes_to_google(provider)
    _is_refused(await thief.comes_back(own.replace(_query(own, "code"), stolen)))
    provider.checks_pkce = False
    stolen = _query(await phone.goes_to_google(provider), "code")
    own = await thief.goes_to_google(provider)
    _is_refused(await thief.comes_back(own.replace(_query(own, "code"), stolen)))


async def test_a_state_belongs_to_one_browser_and_is_burnt_in_another(
    web: WithApi, provider: Provider
) -> None:
    """Somebody who gets a victim to open their own way back would sign them in as themselves."""
    thief, victim = await visitor(web), await visitor(web)
    address = await thief.goes_to_google(provider)
    await victim.goes_to_google(provider)
    _is_refused(await victim.comes_back(address))
    _is_refused(await thief.comes_back(address))


async def test_a_trip_belongs_to_who_was_signed_in(web: WithApi, provider: Provider) -> None:
    phone = await visitor(web)
    address = await phone.goes_to_google(provider)
    await phone.is_guest()
    _is_refused(await phone.comes_back(address))
    assert await phone.ways() == []


async def test_a_trip_takes_ten_minutes_at_most(
    web: WithApi, provider: Provider, clock: FrozenClock
) -> None:
    phone = await visitor(web)
    address = await phone.goes_to_google(provider)
    clock.move(google.LASTS)
    _is_refused(await phone.comes_back(address))


@pytest.mark.parametrize(
    "query",
    [
        "",
        "code=x",
        "state=x",
        "state=x&code=x",
        "error=access_denied",
        "error=<script>window.__xss=1</script>",
        "state=%00&code=%ff",
        f"state={'x' * 5000}&code=x",
    ],
)
async def test_an_answer_without_a_trip_is_refused(
    web: WithApi, provider: Provider, query: str
) -> None:
    phone = await visitor(web)
    await phone.goes_to_google(provider)
    answer = await phone.client.get(f"/auth/google/callback?{query}")
    _is_refused(answer)
    assert "__xss" not in answer.text


@pytest.mark.parametrize("name", ["token_endpoint", "jwks_uri", "authorization_endpoint"])
async def test_discovery_leads_to_public_hosts_alone(
    web: WithApi, provider: Provider, name: str
) -> None:
    provider.says[name] = "http://169.254.169.254/latest"
    assert (await (await visitor(web)).client.get("/auth/google")).status_code == 503


async def test_a_foreign_page_cannot_start_a_trip(web: WithApi, provider: Provider) -> None:
    phone = await visitor(web)
    away = await phone.client.get("/auth/google", headers={"Sec-Fetch-Site": "cross-site"})
    assert (away.headers["location"], provider.asked) == ("/", [])


def _query(address: str, name: str) -> str:
    return parse_qs(urlsplit(address).query)[name][0]


def _is_refused(answer: httpx.Response) -> None:
    assert answer.status_code == 400, answer.text
    assert "You’re not signed in" in answer.text
    assert "toney_session" not in answer.headers.get("set-cookie", "")
