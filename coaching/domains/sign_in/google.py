"""Signing in with Google: to the provider and back, tied to one browser.

The browser has a secret in a cookie. The database has its hash and that of the `state`; nonce and
PKCE verifier are computed from both, so nothing stored is of use to who reads the database.
"""

from __future__ import annotations

import asyncio
import hmac
import importlib
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.sign_in import limits, queries, service
from coaching.domains.sign_in.models import Purpose, SignInTicket
from coaching.domains.sign_in.service import Answer, Arrived, Step
from coaching.errors import NotFound, ProviderFailed
from coaching.services import accounts, keys

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from types import ModuleType

    from coaching.domains.sign_in.service import Browser
    from coaching.repositories.db import Db
    from coaching.settings import Settings
    from coaching.web.openid import Account, Trip

LASTS = timedelta(minutes=10)
TRIPS_PER_ADDRESS = 60
CALLBACK = "/auth/google/callback"


@dataclass(frozen=True, slots=True)
class Leaving:
    """Where the browser goes, and the cookie that it has to bring back."""

    address: str
    cookie: str


async def leave(db: Db, settings: Settings, browser: Browser, *, now: datetime) -> Leaving:
    """Begin a trip to Google; raise `NotFound` if Google isn't configured."""
    if not settings.has_google:
        raise NotFound("Google is not configured")
    counter = keys.keyed_hash(settings, "google address", accounts.subscriber(browser.address))
    async with db.system("sign-in", write=True) as s:
        await limits.count(s, counter, TRIPS_PER_ADDRESS, now=now)
    cookie, state = keys.new_token(), keys.new_token()
    address: str = await (await _openid()).address(settings, await _trip(settings, cookie, state))
    bound = replace(browser, ticket_cookie=cookie)
    async with db.system("sign-in", write=True) as s:
        await queries.add(s, _ticket(Purpose.GOOGLE_TRIP, state, bound, now))
    return Leaving(address, cookie)


async def come_back(
    db: Db, settings: Settings, answer: Mapping[str, str], browser: Browser, *, now: datetime
) -> Arrived | str:
    """Sign in who comes back, or return the token of a ticket for what they have to decide.

    Raise `ProviderFailed` for whatever doesn't hold. The state is used up in any case.
    """
    if not settings.has_google:
        raise NotFound("Google is not configured")
    state = answer.get("state", "")
    await _use_up(db, state, browser, now)
    if not answer.get("code"):
        raise ProviderFailed("the person or the provider declined", kind="declined")
    openid, trip = await _openid(), await _trip(settings, browser.ticket_cookie, state)
    account: Account = await openid.account(settings, trip, answer, now=now)
    token = keys.new_token()
    ticket = _ticket(Purpose.GOOGLE, token, browser, now)
    ticket.subject, ticket.label = account.subject, account.email
    async with db.system("sign-in", write=True) as s:
        await queries.add(s, ticket)
    standing = await service.look(db, token, browser, now=now)
    if standing.step not in {Step.SIGN_IN, Step.SAVE}:
        return token
    arrived = await service.arrive(db, settings, token, browser, Answer(), now=now)
    return arrived if isinstance(arrived, Arrived) else token


async def _use_up(db: Db, state: str, browser: Browser, now: datetime) -> None:
    async with db.system("sign-in", write=True) as s:
        found = await queries.with_hash(s, keys.token_hash(state), Purpose.GOOGLE_TRIP)
        is_good = found is not None and await queries.spend(s, found.id, at=now)
    if found is None or not is_good:
        raise ProviderFailed("an unknown, used or old state", kind="state")
    is_same = hmac.compare_digest(found.browser_hash, keys.token_hash(browser.ticket_cookie))
    if not is_same or found.user_id != browser.owner:
        raise ProviderFailed("another browser, or another person in it", kind="browser")


def _ticket(purpose: Purpose, token: str, browser: Browser, now: datetime) -> SignInTicket:
    return SignInTicket(
        user_id=browser.owner,
        created_at=now,
        purpose=purpose,
        token_hash=keys.token_hash(token),
        browser_hash=keys.token_hash(browser.ticket_cookie),
        expires_at=now + LASTS,
    )


async def _trip(settings: Settings, cookie: str, state: str) -> Trip:
    trip: Trip = (await _openid()).Trip(
        redirect_uri=f"{settings.app_url}{CALLBACK}",
        state=state,
        nonce=keys.derived(cookie, f"nonce {state}"),
        verifier=keys.derived(cookie, f"verifier {state}"),
    )
    return trip


async def _openid() -> ModuleType:
    """Import what speaks OpenID, in a thread: with its cryptography that takes a moment."""
    return await asyncio.to_thread(importlib.import_module, "coaching.web.openid")
