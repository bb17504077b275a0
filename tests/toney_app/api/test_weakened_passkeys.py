"""A passkey's challenge and its purpose, with and without the check that keeps them together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import col, delete

from coaching.domains.passkeys import queries, service
from coaching.domains.passkeys.models import PasskeyChallenge, Purpose
from coaching.errors import ToneyError
from coaching.services import accounts
from tests.support.authenticator import Authenticator

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi

CREATED = 201


async def _for_any_purpose(s: Any, _: Purpose, browser: str, challenge: str, **__: object) -> bool:
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
        monkeypatch.setattr(queries, "take", _for_any_purpose)
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
