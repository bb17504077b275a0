"""Who asks, and with what."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request

from coaching.bootstrap import Coaching
from coaching.errors import Unauthenticated
from coaching.services import accounts
from coaching.serving.cookies import read_cookie, session_cookie
from coaching.serving.faces import face
from toney_app.engine import engine

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
Engine = Annotated[Coaching, Depends(engine)]


def session_token(request: Request, coaching: Engine) -> str:
    """Return the session token of a request, or an empty string."""
    name = session_cookie(face(coaching.settings, "toney"))
    return read_cookie(request.headers.get("cookie", ""), name)


Token = Annotated[str, Depends(session_token)]


async def owner(request: Request, coaching: Engine, token: Token) -> UUID:
    """Return the person who asks; `Unauthenticated`, or `RateLimited` after too many changes."""
    found = await accounts.authenticate(coaching.db, token, now=coaching.clock.now())
    if found is None:
        raise Unauthenticated
    if request.method not in _READING:
        coaching.changes.take(found)
    return found


Owner = Annotated[UUID, Depends(owner)]
