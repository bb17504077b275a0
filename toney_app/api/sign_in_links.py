"""The pages of a sign-in link and of the trip to Google: forms that need no script."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import structlog
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from coaching.conversation import leave
from coaching.domains.sign_in import google, links, service
from coaching.domains.sign_in.service import Answer, Arrived, Standing
from coaching.errors import ProviderFailed, ToneyError
from coaching.serving.apps import face
from coaching.serving.cookies import set_cookie, ticket_cookie
from toney_app.api import form_pages
from toney_app.api.auth import sign_in_cookie
from toney_app.api.deps import Asking, Engine, Language
from toney_app.api.sign_in import is_local

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching

router = APIRouter(tags=["auth"], default_response_class=HTMLResponse)
_SEE_OTHER = 303
_BAD = 400
_CONFLICT = 409
_UNAVAILABLE = 503
# The address of the page is the key: it goes nowhere as a referrer, not even to ourselves. Not
# `no-referrer`, with which browsers post a form as `Origin: null`.
_PRIVATE = {"referrer-policy": "strict-origin", "cache-control": "no-store"}
# What the other account left in this browser must not be sent as this one's.
_EMPTIED = {"clear-site-data": '"storage"'}
_log = structlog.get_logger(__name__)


@router.get("/auth/magic/{token}")
async def show_link(token: str, coaching: Engine, asking: Asking, language: Language) -> Response:
    """Show what a link is for, with a button. It spends nothing: mail scanners open links."""
    standing = await service.look(coaching.db, token, asking, now=coaching.clock.now())
    return _page(form_pages.standing(standing, coaching.settings, language))


@router.post("/auth/magic/{token}")
async def use_link(
    token: str, request: Request, coaching: Engine, asking: Asking, language: Language
) -> Response:
    """Spend a link, once: sign in, start an account, save a place, or ask which one to keep."""
    form = {k: v[-1] for k, v in parse_qs((await request.body()).decode("latin-1")).items()}
    now, settings = coaching.clock.now(), coaching.settings
    answer = Answer(
        code=form.get("code", "")[:20],
        keeps=form.get("keeps", ""),
        deletes=form.get("deletes") == "yes",
        text_version=form.get("textVersion", ""),
        locale=language,
    )
    try:
        if form.get("again"):
            wish = links.Wish("", language, is_local=is_local(request, coaching))
            asked = await links.ask_again(coaching.db, settings, token, wish, asking, now=now)
            return _page(form_pages.sent(asked, language))
        got = await service.arrive(coaching.db, settings, token, asking, answer, now=now)
    except ToneyError as error:
        return _page(form_pages.failed(error, language), error.status)
    if isinstance(got, Standing):
        return _page(form_pages.standing(got, settings, language), _CONFLICT)
    return await _arrived(coaching, got, language)


@router.get("/auth/google")
async def to_google(
    request: Request, coaching: Engine, asking: Asking, language: Language
) -> Response:
    """Go to Google. A foreign page can't start this: the browser says where it came from."""
    if request.headers.get("sec-fetch-site") == "cross-site":
        return RedirectResponse("/", _SEE_OTHER)
    settings = coaching.settings
    try:
        leaving = await google.leave(coaching.db, settings, asking, now=coaching.clock.now())
    except ToneyError as error:
        return _google_failed(error, language)
    here = face(settings, "toney")
    age = int(google.LASTS.total_seconds())
    cookie = set_cookie(here, ticket_cookie(here), leaving.cookie, max_age=age)
    return RedirectResponse(leaving.address, headers={"set-cookie": cookie})


@router.get("/auth/google/callback")
async def from_google(
    request: Request, coaching: Engine, asking: Asking, language: Language
) -> Response:
    """Come back from Google: signed in, or to a page that asks what to do."""
    try:
        got = await google.come_back(
            coaching.db,
            coaching.settings,
            dict(request.query_params),
            asking,
            now=coaching.clock.now(),
        )
    except ToneyError as error:
        return _google_failed(error, language)
    if isinstance(got, Arrived):
        return await _arrived(coaching, got, language)
    return RedirectResponse(f"/auth/magic/{got}", _SEE_OTHER, headers=_PRIVATE)


async def _arrived(coaching: Coaching, arrived: Arrived, language: str) -> Response:
    """Set the cookie; show the code of the account that was left behind, if there is one."""
    if arrived.left is not None and arrived.deletes:
        await leave(coaching, arrived.left)
    here = face(coaching.settings, "toney")
    answer: Response
    if arrived.code:
        answer = _page(form_pages.left_behind(arrived.code, language))
    else:
        answer = RedirectResponse("/", _SEE_OTHER, headers=_PRIVATE)
    if arrived.is_another:
        answer.headers.update(_EMPTIED)
    sign_in_cookie(answer, coaching.settings, arrived.token)
    answer.headers.append("set-cookie", set_cookie(here, ticket_cookie(here), "", max_age=0))
    return answer


def _google_failed(error: ToneyError, language: str) -> Response:
    kind = error.kind if isinstance(error, ProviderFailed) else error.code
    _log.warning("google_sign_in_failed", kind=kind)
    is_away = kind in {"down", "discovery"}
    status = _UNAVAILABLE if is_away else _BAD
    if not isinstance(error, ProviderFailed):
        status = error.status
    return _page(form_pages.google_failed(language, is_away=is_away), status)


def _page(html: str, status: int = 200) -> Response:
    return HTMLResponse(html, status, headers=_PRIVATE)
