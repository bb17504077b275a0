"""The pages that anybody may read before they start: privacy and terms."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from coaching import content
from coaching.domains.privacy import pages
from coaching.domains.privacy.pages import Name
from coaching.serving.cookies import LANGUAGE_COOKIE
from coaching.serving.languages import choose
from toney_app.api.deps import Engine

router = APIRouter(include_in_schema=False)


@router.get("/privacy")
async def privacy(request: Request, coaching: Engine) -> HTMLResponse:
    """Return the privacy page in the language of the browser."""
    return _page("privacy", request, coaching)


@router.get("/terms")
async def terms(request: Request, coaching: Engine) -> HTMLResponse:
    """Return the terms of use in the language of the browser."""
    return _page("terms", request, coaching)


def _page(name: Name, request: Request, coaching: Engine) -> HTMLResponse:
    cookie = request.cookies.get(LANGUAGE_COOKIE, "")
    accepted = request.headers.get("accept-language", "")
    language = choose(cookie, accepted, content.languages())
    headers = {"cache-control": "no-cache", "vary": "Cookie, Accept-Language"}
    return HTMLResponse(pages.page(name, coaching.settings, language), headers=headers)
