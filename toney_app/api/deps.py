"""Who asks, and with what: a browser by its cookie, a program by a personal token."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request

from coaching import content
from coaching.bootstrap import Coaching
from coaching.domains.api_tokens import service as api_tokens
from coaching.domains.sign_in.service import Browser
from coaching.errors import Locked, NotAllowed, Unauthenticated
from coaching.services import accounts
from coaching.services.accounts import SignedIn
from coaching.serving.apps import face
from coaching.serving.cookies import (
    LANGUAGE_COOKIE,
    read_cookie,
    says_locked,
    session_cookie,
    ticket_cookie,
)
from coaching.serving.languages import choose
from toney_app.engine import engine

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_BEARER = "bearer "
Engine = Annotated[Coaching, Depends(engine)]


def session_token(request: Request, coaching: Engine) -> str:
    """Return the session token of a request, or an empty string."""
    name = session_cookie(face(coaching.settings, "toney"))
    return read_cookie(request.headers.get("cookie", ""), name)


Token = Annotated[str, Depends(session_token)]


def locked_by_browser(request: Request) -> bool:
    """Return True if the page has locked the app, whether or not the server was told yet."""
    return says_locked(request.headers.get("cookie", ""))


LockedByBrowser = Annotated[bool, Depends(locked_by_browser)]


async def owner(request: Request, coaching: Engine, token: Token) -> UUID:
    """Return the person who asks; `Unauthenticated`, or `RateLimited` after too many changes.

    A request that names a personal token is never answered by its cookie.
    """
    now, said = coaching.clock.now(), request.headers.get("authorization")
    if said is None:
        found = await accounts.authenticate(coaching.db, token, now=now)
        if found is not None and locked_by_browser(request):
            raise Locked
    else:
        found = await _program(coaching, said)
    if found is None:
        raise Unauthenticated
    _count(request, coaching, found)
    return found


Owner = Annotated[UUID, Depends(owner)]


async def even_locked(request: Request, coaching: Engine, token: Token) -> SignedIn:
    """Return the browser that asks, locked or not. No token of a program gets here."""
    if request.headers.get("authorization") is not None:
        say = "Do this in Toney itself. An API token can’t."
        raise NotAllowed("a program asks", reason="session", say=say)
    here = await accounts.signed_in(coaching.db, token, now=coaching.clock.now())
    if here is None:
        raise Unauthenticated
    _count(request, coaching, here.owner)
    return here


EvenLocked = Annotated[SignedIn, Depends(even_locked)]


def unlocked(here: EvenLocked, says_so: LockedByBrowser) -> SignedIn:
    """Return the browser that asks, for what a person does about their account."""
    if here.is_locked or says_so:
        raise Locked
    return here


Here = Annotated[SignedIn, Depends(unlocked)]


async def browser(request: Request, coaching: Engine, token: Token) -> Browser:
    """Return the browser that asks, whether or not somebody is signed in there."""
    cookie = ticket_cookie(face(coaching.settings, "toney"))
    here = await accounts.signed_in(coaching.db, token, now=coaching.clock.now())
    is_locked = locked_by_browser(request) or (here is not None and here.is_locked)
    return Browser(
        # Who finds a locked phone must not add their own address to the account.
        owner=here.owner if here and not is_locked else None,
        token=token,
        user_agent=request.headers.get("user-agent", ""),
        ticket_cookie=read_cookie(request.headers.get("cookie", ""), cookie),
        address=request.client.host if request.client else "",
    )


Asking = Annotated[Browser, Depends(browser)]


def language(request: Request) -> str:
    """Return the language that a browser reads: chosen here, else what it asks for."""
    chosen = read_cookie(request.headers.get("cookie", ""), LANGUAGE_COOKIE)
    return choose(chosen, request.headers.get("accept-language", ""), content.languages())


Language = Annotated[str, Depends(language)]


async def _program(coaching: Coaching, said: str) -> UUID | None:
    if not said.lower().startswith(_BEARER):
        return None
    token = said[len(_BEARER) :].strip()
    bearer = await api_tokens.authenticate(coaching.db, token, now=coaching.clock.now())
    if bearer is None:
        return None
    coaching.token_calls.take(bearer.token_id)
    return bearer.owner


def _count(request: Request, coaching: Coaching, person: UUID) -> None:
    if request.method not in _READING:
        coaching.changes.take(person)
