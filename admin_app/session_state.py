"""Which admin is there. A leaf: pages ask it, it asks no page."""

from __future__ import annotations

import reflex as rx

from admin_app.engine import engine
from coaching.services import admins
from coaching.services.admins import SignedInAdmin
from coaching.serving.cookies import session_cookie
from coaching.serving.faces import face
from coaching.serving.guard import Guard
from coaching.settings import read_settings


async def _find(token: str) -> SignedInAdmin | None:
    here = engine()
    return await admins.authenticate(here.db, token, now=here.clock.now())


def _cookies(state: rx.State) -> str:
    return state.router.headers.cookie


guard: Guard[SignedInAdmin] = Guard(
    mark="admin",
    cookie=session_cookie(face(read_settings(), "admin")),
    cookie_header=_cookies,
    find=_find,
)


class SessionState(rx.State):
    ready: bool = False
    name: str = ""
    _admin: SignedInAdmin | None = None
