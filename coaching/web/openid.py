"""Signing in with an OpenID provider such as Google: code flow with PKCE and nonce.

Importing it takes a moment (cryptography), so it is imported when the first person asks for it.
Discovery and keys are fetched for each sign-in: it is rare, and a key that was changed is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import httpx2
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry
from pydantic import BaseModel, ValidationError

from coaching.addresses import service_problem
from coaching.errors import ProviderFailed
from coaching.web.client import CONNECT_SECONDS, READ_SECONDS, certificates

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from coaching.settings import Settings

SCOPE = "openid email"
LEEWAY_SECONDS = 60
# A public key checks these. With a shared secret, or none, anybody could sign.
_SIGNED_BY = ["RS256", "ES256", "PS256"]
_Client = Any  # AsyncOAuth2Client, which has no types


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody at the provider: `subject` never changes, `email` is only shown."""

    subject: str
    email: str


@dataclass(frozen=True, slots=True)
class Trip:
    """One way to the provider and back: where it ends, and the secrets that tie both ends."""

    redirect_uri: str
    state: str
    nonce: str
    verifier: str


class _Metadata(BaseModel):
    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


async def address(settings: Settings, trip: Trip) -> str:
    """Return where to send the browser."""
    async with _client(settings, trip) as client:
        found = await _metadata(settings, client)
        url, _state = client.create_authorization_url(
            found.authorization_endpoint,
            state=trip.state,
            nonce=trip.nonce,
            code_verifier=trip.verifier,
            prompt="select_account",
        )
        return str(url)


async def account(
    settings: Settings, trip: Trip, answer: Mapping[str, str], *, now: datetime
) -> Account:
    """Return who the provider says came back; raise `ProviderFailed` if that doesn't hold."""
    try:
        async with _client(settings, trip) as client:
            found = await _metadata(settings, client)
            if answer.get("iss", found.issuer) != found.issuer:
                raise ProviderFailed("the answer names another issuer", kind="issuer")
            token: dict[str, Any] = await client.fetch_token(
                found.token_endpoint, code=answer["code"], code_verifier=trip.verifier
            )
            keys = KeySet.import_key_set((await _get(client, found.jwks_uri)).json())
        return _account(settings, found, trip, token, keys, now)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise ProviderFailed("no answer", kind="down") from error
    except (AuthlibBaseError, JoseError, ValueError, KeyError, TypeError) as error:
        # The message of these may hold the code or a token.
        raise ProviderFailed(type(error).__name__, kind="refused") from None


def _client(settings: Settings, trip: Trip) -> _Client:
    return AsyncOAuth2Client(
        client_id=settings.google_client_id,
        client_secret=settings.google_client_secret.get_secret_value(),
        scope=SCOPE,
        redirect_uri=trip.redirect_uri,
        code_challenge_method="S256",
        verify=certificates(),
        timeout=httpx2.Timeout(READ_SECONDS, connect=CONNECT_SECONDS),
        trust_env=False,
    )


async def _get(client: _Client, url: str) -> httpx2.Response:
    answer = cast("httpx2.Response", await client.request("GET", url, withhold_token=True))
    return answer.raise_for_status()


async def _metadata(settings: Settings, client: _Client) -> _Metadata:
    try:
        answer = await _get(client, settings.google_discovery_url)
        found = _Metadata.model_validate_json(answer.content)
    except (httpx2.HTTPError, ValidationError) as error:
        raise ProviderFailed("no discovery document", kind="down") from error
    for url in (found.authorization_endpoint, found.token_endpoint, found.jwks_uri):
        if problem := service_problem(url):
            raise ProviderFailed(f"an endpoint {problem}", kind="discovery")
    return found


def _account(
    settings: Settings,
    found: _Metadata,
    trip: Trip,
    token: Mapping[str, Any],
    keys: KeySet,
    now: datetime,
) -> Account:
    """Check a token: signature, issuer, audience, time, nonce, and that the address is theirs."""
    registry = JWSRegistry(algorithms=_SIGNED_BY, strict_check_header=False)
    signed = jwt.decode(token["id_token"], key=keys, registry=registry)
    expected = {
        "iss": {"essential": True, "value": found.issuer},
        "aud": {"essential": True, "value": settings.google_client_id},
        "nonce": {"essential": True, "value": trip.nonce},
    }
    given = {
        "client_id": settings.google_client_id,
        "nonce": trip.nonce,
        "access_token": token.get("access_token"),
    }
    claims: Any = CodeIDToken(signed.claims, signed.header, expected, given)
    claims.validate(now=int(now.timestamp()), leeway=LEEWAY_SECONDS)
    email, subject = claims.get("email") or "", claims["sub"]
    if not isinstance(subject, str) or not subject or not isinstance(email, str):
        raise ProviderFailed("no subject", kind="refused")
    if email and claims.get("email_verified") is not True:
        raise ProviderFailed("the address is not verified", kind="unverified")
    return Account(subject, email)
