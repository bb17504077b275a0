"""Passkeys over HTTP: what the browser is asked, and the new passkey that a form brings back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from admin_app.cookies import keep_asking_browser, session_of
from admin_app.engine import engine
from admin_app.session_state import guard
from coaching.domains.admin_access import own_account, passkeys
from coaching.domains.admin_access import service as admins
from coaching.errors import NotAllowed, ToneyError, Unauthenticated
from coaching.services import accounts, keys

SEE_OTHER = 303
LONGEST_ANSWER = 20_000
"""Characters of a browser's answer; attestations of security keys take up to about 8,000."""
ROLES = {
    "/auth/passkey/options": "public",
    "/auth/passkeys/options": "viewer",
    "/auth/passkeys": "viewer",
}
"""Who may call a route, as in admin_app/api.py."""
router = APIRouter()


@router.post("/auth/passkey/options")
async def ask_to_sign_in(request: Request) -> Response:
    """Return what the browser is asked with at sign-in; only this browser may answer."""
    here = engine()
    browser = keys.new_token()
    try:
        here.passkey_tries.take(accounts.subscriber(request.client.host if request.client else ""))
    except ToneyError as error:
        return _refused(error)
    asked = await passkeys.ask_to_sign_in(
        here.db, here.settings, browser=browser, now=here.clock.now()
    )
    response = JSONResponse({"publicKey": asked})
    keep_asking_browser(response, browser, passkeys.GOOD_FOR.total_seconds())
    return response


@router.post("/auth/passkeys/options")
async def ask_to_add(request: Request) -> Response:
    """Return what the browser is asked with to make a passkey."""
    here, token = engine(), session_of(request)
    now = here.clock.now()
    try:
        admin = await _who(token)
        asked = await own_account.ask_to_add_passkey(
            here.db, here.settings, admin, browser=token, now=now
        )
    except ToneyError as error:
        return _refused(error)
    return JSONResponse({"publicKey": asked})


@router.post("/auth/passkeys")
async def add(
    request: Request,
    name: Annotated[str, Form(max_length=200)] = "",
    credential: Annotated[str, Form(max_length=LONGEST_ANSWER)] = "",
) -> RedirectResponse:
    """Store the passkey that the browser made; the account page says what became of it."""
    here, token = engine(), session_of(request)
    try:
        admin = await _who(token)
        await own_account.add_passkey(
            here.db,
            here.settings,
            admin,
            credential,
            name=name,
            browser=token,
            now=here.clock.now(),
        )
    except NotAllowed:
        return RedirectResponse("/account?passkey=again", SEE_OTHER)
    except ToneyError:
        return RedirectResponse("/account?passkey=failed", SEE_OTHER)
    guard.forget(token)
    return RedirectResponse("/account?passkey=added", SEE_OTHER)


async def _who(token: str) -> admins.SignedInAdmin:
    here = engine()
    admin = await admins.authenticate(here.db, token, now=here.clock.now())
    if admin is None:
        raise Unauthenticated("no admin session")
    return admin


def _refused(error: ToneyError) -> JSONResponse:
    return JSONResponse({"error": error.say}, status_code=error.status)
