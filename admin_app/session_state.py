"""Which admin is there. A leaf: pages ask it, it asks no page."""

from __future__ import annotations

import reflex as rx

from admin_app.engine import engine
from coaching.domains.admin_access import service as admins
from coaching.domains.admin_access.service import SignedInAdmin
from coaching.serving.apps import face
from coaching.serving.cookies import session_cookie
from coaching.serving.guard import Guard
from coaching.settings import read_settings
from coaching.values.enums import AdminRole


async def _find(token: str) -> SignedInAdmin | None:
    here = engine()
    return await admins.authenticate(here.db, token, now=here.clock.now())


def _cookies(state: rx.State) -> str:
    return state.router.headers.cookie


def _may_change(admin: SignedInAdmin) -> bool:
    return admin.role is AdminRole.ADMIN


guard: Guard[SignedInAdmin] = Guard(
    mark="viewer",
    cookie=session_cookie(face(read_settings(), "admin")),
    cookie_header=_cookies,
    find=_find,
)
admins_only = guard.only("admin", _may_change)
"""The door for everything that changes something or shows somebody's words."""


class SessionState(rx.State):
    """Who is signed in, what they may do, and what became of their last act."""

    ready: bool = False
    name: str = ""
    may_change: bool = False
    has_second_factor: rx.Field[bool] = rx.field(default=True)
    said: str = ""
    problem: str = ""
    acts: int = 0
    _admin: SignedInAdmin | None = None

    def _greet(self, admin: SignedInAdmin | None) -> None:
        """Show who is there, or nobody."""
        self.ready = True
        self.name = admin.name if admin else ""
        self.may_change = admin is not None and _may_change(admin)
        self.has_second_factor = admin is None or admin.has_second_factor
