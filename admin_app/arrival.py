"""Load the admin who opens a page; send anyone else to the sign-in page."""

from __future__ import annotations

import reflex as rx

from admin_app.pages.sign_in import SignInState
from admin_app.session_state import SessionState, guard
from coaching.errors import Unauthenticated


async def is_admin(page: rx.State) -> bool:
    """Return True if an admin opens the page, and tell the frame."""
    session = await page.get_state(SessionState)
    (await page.get_state(SignInState))._read(dict(page.router.url.query_parameters))
    try:
        session.name = (await guard.person(page)).name
    except Unauthenticated:
        session.name = ""
    session.ready = True
    return bool(session.name)
