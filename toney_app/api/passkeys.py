"""Passkeys: added in settings, used on the start screen. A page asks first, then answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from pydantic import Field

from coaching.domains.passkeys import service as passkeys
from coaching.services import accounts, keys
from coaching.serving.apps import face
from coaching.serving.cookies import passkey_cookie, read_cookie, set_cookie
from toney_app.api.auth import address_of, sign_in_cookie
from toney_app.api.deps import Engine, Here, Token
from toney_app.api.wire import In, Instant, Out, words

if TYPE_CHECKING:
    from coaching.settings import Settings

router = APIRouter(tags=["auth"])
_BROWSER_SECONDS = int(passkeys.GOOD_FOR.total_seconds())


class Passkey(Out):
    """A passkey as its person knows it."""

    id: UUID
    name: str
    created_at: Instant
    last_used_at: Instant | None


class Passkeys(Out):
    """All passkeys of a person, oldest first."""

    items: list[Passkey]


class Options(Out):
    """What `navigator.credentials` is asked with, as JSON."""

    public_key: dict[str, Any]


class Answered(In):
    """What `navigator.credentials` answered, as JSON."""

    credential: dict[str, Any]


class NewPasskey(Answered):
    """A passkey to be kept, with a name to know it by."""

    name: Annotated[str, Field(max_length=200), words(passkeys.LONGEST_NAME)]


class Name(In):
    """Another name for a passkey."""

    name: Annotated[str, Field(max_length=200), words(passkeys.LONGEST_NAME)]


@router.get("/api/passkeys")
async def own(coaching: Engine, here: Here) -> Passkeys:
    """Return the passkeys of this person."""
    async with coaching.unit(here.owner) as s:
        found = await passkeys.for_user(s, here.owner)
    return Passkeys(items=[Passkey.model_validate(passkey) for passkey in found])


@router.post("/api/passkeys/options")
async def ask_to_add(coaching: Engine, here: Here, token: Token) -> Options:
    """Return what the browser is asked with to make a passkey."""
    now, settings = coaching.clock.now(), coaching.settings
    asked = await passkeys.ask_to_add(coaching.db, settings, here.owner, browser=token, now=now)
    return Options(public_key=asked)


@router.post("/api/passkeys", status_code=201)
async def add(made: NewPasskey, coaching: Engine, here: Here, token: Token) -> Passkey:
    """Keep the passkey that the browser made."""
    added = await passkeys.add(
        coaching.db,
        coaching.settings,
        here.owner,
        made.credential,
        name=made.name,
        browser=token,
        now=coaching.clock.now(),
    )
    return Passkey.model_validate(added)


@router.patch("/api/passkeys/{passkey_id}", status_code=204)
async def rename(passkey_id: UUID, wanted: Name, coaching: Engine, here: Here) -> None:
    """Give a passkey another name."""
    async with coaching.unit(here.owner, write=True) as s:
        await passkeys.rename(s, here.owner, passkey_id, wanted.name)


@router.delete("/api/passkeys/{passkey_id}", status_code=204)
async def remove(passkey_id: UUID, coaching: Engine, here: Here) -> None:
    """Remove a passkey: it signs nobody in any more."""
    async with coaching.db.system("passkeys", write=True) as s:
        await passkeys.remove(s, here.owner, passkey_id, at=coaching.clock.now())


@router.post("/api/auth/passkey/options")
async def ask_to_sign_in(request: Request, response: Response, coaching: Engine) -> Options:
    """Return what the browser is asked with to sign in; only this browser may answer."""
    settings = coaching.settings
    coaching.passkey_tries.take(accounts.subscriber(address_of(request)))
    browser = keys.new_token()
    asked = await passkeys.ask_to_sign_in(
        coaching.db, settings, browser=browser, now=coaching.clock.now()
    )
    response.headers.append("set-cookie", _cookie(settings, browser, _BROWSER_SECONDS))
    return Options(public_key=asked)


@router.post("/api/auth/passkey", status_code=204)
async def sign_in(
    answered: Answered, request: Request, response: Response, coaching: Engine
) -> None:
    """Sign in with a passkey."""
    settings = coaching.settings
    name = passkey_cookie(face(settings, "toney"))
    token = await passkeys.sign_in(
        coaching.db,
        settings,
        answered.credential,
        browser=read_cookie(request.headers.get("cookie", ""), name),
        now=coaching.clock.now(),
        user_agent=request.headers.get("user-agent", ""),
    )
    sign_in_cookie(response, settings, token)
    response.headers.append("set-cookie", _cookie(settings, "", 0))


def _cookie(settings: Settings, value: str, age: int) -> str:
    here = face(settings, "toney")
    return set_cookie(here, passkey_cookie(here), value, max_age=age)
