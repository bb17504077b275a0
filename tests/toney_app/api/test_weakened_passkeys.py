"""Each check of a passkey, with and without it: the attack that it stops succeeds without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import col, delete, select

from coaching.domains.passkeys import ceremony, queries, service
from coaching.domains.passkeys.models import PasskeyChallenge, Purpose
from coaching.errors import ToneyError
from coaching.services import accounts
from tests.support.authenticator import Authenticator
from tests.toney_app.api.test_passkeys import (
    copied,
    elsewhere,
    enter,
    options,
    other_host,
    other_key,
    somebody_else,
    unverified,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi

CREATED, GONE = 201, 204


async def _for_ever(s: Any, _: Purpose, browser: str, challenge: str, **__: object) -> bool:
    statement = delete(PasskeyChallenge).where(
        col(PasskeyChallenge.challenge) == challenge,
        col(PasskeyChallenge.browser_hash) == browser,
    )
    return (await s.exec(statement)).rowcount > 0


@pytest.fixture
async def key(person: httpx.AsyncClient) -> Authenticator:
    made = Authenticator()
    asked = (await person.post("/api/passkeys/options", json={})).json()["publicKey"]
    body = {"credential": made.make(asked), "name": "Phone"}
    assert (await person.post("/api/passkeys", json=body)).status_code == CREATED
    return made


@pytest.mark.parametrize("made_for", [Purpose.SIGN_IN, Purpose.UNLOCK])
@pytest.mark.parametrize("build", ["as it is", "weakened"])
async def test_a_challenge_of_one_purpose_serves_no_other(
    web: WithApi,
    person: httpx.AsyncClient,
    key: Authenticator,
    monkeypatch: pytest.MonkeyPatch,
    made_for: Purpose,
    build: str,
) -> None:
    weakened = build == "weakened"
    if weakened:
        monkeypatch.setattr(queries, "take", _for_ever)
    db, settings, now = web.coaching.db, web.coaching.settings, web.coaching.clock.now()
    token = person.cookies["toney_session"]
    asked = await service.ask_to_sign_in(db, settings, browser=token, now=now, purpose=made_for)
    here = await accounts.signed_in(db, token, now=now)
    assert here is not None
    try:
        if made_for is Purpose.SIGN_IN:
            await service.unlock(db, settings, here, key.sign(asked), browser=token, now=now)
        else:
            await service.sign_in(db, settings, key.sign(asked), browser=token, now=now)
    except ToneyError:
        got_in = False
    else:
        got_in = True
    assert got_in is weakened


def _unchecked(_site: Any, _answer: Any, _challenge: Any, passkey: Any, **_: object) -> int:
    return passkey.sign_count


@pytest.mark.slow
@pytest.mark.parametrize(
    "change", [elsewhere, other_host, unverified, copied, other_key, somebody_else]
)
@pytest.mark.parametrize("build", ["as it is", "weakened"])
async def test_a_signature_that_does_not_hold_counts_only_unchecked(
    web: WithApi,
    key: Authenticator,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Authenticator], None],
    build: str,
) -> None:
    key.uses = 5
    assert (await enter(await web.browser(), key)).status_code == GONE
    weakened = build == "weakened"
    if weakened:
        monkeypatch.setattr(ceremony, "new_sign_count", _unchecked)
    change(key)
    assert (await enter(await web.browser(), key)).is_success is weakened


async def _for_any_browser(s: Any, _: Purpose, __: str, challenge: str, **___: object) -> bool:
    statement = delete(PasskeyChallenge).where(col(PasskeyChallenge.challenge) == challenge)
    return (await s.exec(statement)).rowcount > 0


async def _again_and_again(
    s: Any, _: Purpose, browser: str, challenge: str, *, now: datetime
) -> bool:
    statement = select(PasskeyChallenge).where(
        col(PasskeyChallenge.challenge) == challenge,
        col(PasskeyChallenge.browser_hash) == browser,
        col(PasskeyChallenge.expires_at) > now,
    )
    return (await s.exec(statement)).first() is not None


@pytest.mark.parametrize("take", [_for_any_browser, _again_and_again, _for_ever])
@pytest.mark.parametrize("build", ["as it is", "weakened"])
async def test_a_challenge_is_for_one_browser_once_and_for_a_while(
    web: WithApi,
    key: Authenticator,
    clock: FrozenClock,
    monkeypatch: pytest.MonkeyPatch,
    take: Any,
    build: str,
) -> None:
    weakened = build == "weakened"
    if weakened:
        monkeypatch.setattr(queries, "take", take)
        # A replay is noticed by its count as well.
        monkeypatch.setattr(ceremony, "new_sign_count", _unchecked)
    laptop, other = await web.browser(), await web.browser()
    answer = {"credential": key.sign(await options(laptop, "/api/auth/passkey"))}
    if take is _for_any_browser:
        await options(other, "/api/auth/passkey")
    else:
        other.cookies = laptop.cookies
    if take is _again_and_again:
        assert (await laptop.post("/api/auth/passkey", json=answer)).status_code == GONE
    if take is _for_ever:
        clock.move(service.GOOD_FOR)
    got_in = (await other.post("/api/auth/passkey", json=answer)).is_success
    assert got_in is weakened
