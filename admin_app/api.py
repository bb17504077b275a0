"""Signing in and out over HTTP, so that no script can read the cookie; and readiness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from urllib.parse import parse_qsl, urlencode, urlsplit

from fastapi import FastAPI, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from admin_app import passkey_api
from admin_app.components.data_table import address
from admin_app.cookies import (
    asking_browser,
    keep_asking_browser,
    keep_session,
    keep_tried_name,
    session_of,
)
from admin_app.engine import engine
from admin_app.navigation import PAGES
from admin_app.pages.metric_filters import read_filters
from admin_app.passkey_api import LONGEST_ANSWER
from coaching.domains.admin_access import invites
from coaching.domains.admin_access import service as admins
from coaching.domains.admin_access.passkeys import GivenPasskey
from coaching.domains.metrics.csv_file import as_csv
from coaching.domains.metrics.filtered import shown_metrics
from coaching.domains.quality import cases
from coaching.errors import InvalidInput, NotFound, RateLimited, Unauthenticated
from coaching.values.enums import AdminRole

if TYPE_CHECKING:
    from collections.abc import Mapping

SEE_OTHER = 303
LONGEST = 256
LONGEST_PLACE = 1_000
TRIED_NAME_SECONDS = 300

api = FastAPI(
    openapi_url=None,
    docs_url=None,
    redoc_url=None,
    # Its own spans name paths (coaching/serving/traces.py).
    telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
)
api.include_router(passkey_api.router)
ROLES = passkey_api.ROLES | {
    "/auth/sign-in": "public",
    "/auth/invite": "public",
    "/auth/sign-out": "public",
    "/ready": "public",
    "/downloads/metrics.csv": "viewer",
    "/downloads/eval-cases.jsonl": "admin",
}
"""Who may call a route; a test compares it with the routes."""
Field = Annotated[str, Form(max_length=LONGEST)]


@api.post("/auth/sign-in")
async def sign_in(
    request: Request,
    name: Field = "",
    password: Field = "",
    code: Field = "",
    credential: Annotated[str, Form(max_length=LONGEST_ANSWER)] = "",
    back: Annotated[str, Form(max_length=LONGEST_PLACE)] = "",
) -> RedirectResponse:
    """Check name, password and second factor; what went wrong is told on the page."""
    here = engine()
    try:
        token = await admins.sign_in(
            here.db,
            here.settings,
            name=name,
            password=password,
            code=code,
            passkey=GivenPasskey(credential, asking_browser(request)) if credential else None,
            address=request.client.host if request.client else "",
            now=here.clock.now(),
        )
    except Unauthenticated:
        return _failed(name, back, {"sign-in": "wrong"})
    except RateLimited as error:
        return _failed(name, back, {"sign-in": "wait", "seconds": f"{error.retry_after}"})
    response = _goes(back)
    keep_tried_name(response, "", 0)
    keep_session(response, token, admins.ABSOLUTE.total_seconds())
    keep_asking_browser(response, "", 0)
    return response


def _failed(name: str, back: str, told: Mapping[str, str]) -> RedirectResponse:
    """Redirect with what went wrong; the form has the name again, no address ever does."""
    response = _goes(back, told)
    keep_tried_name(response, name, TRIED_NAME_SECONDS)
    return response


def _goes(back: str, told: Mapping[str, str] | None = None) -> RedirectResponse:
    """Redirect to the page where somebody was; to nothing but a page of this app."""
    place = urlsplit(back)
    is_page = place.path in {page.route for page in PAGES}
    query = dict(parse_qsl(place.query)) if is_page else {}
    route = place.path if is_page else "/"
    return RedirectResponse(address(route, **(query | dict(told or {}))), SEE_OTHER)


@api.post("/auth/invite")
async def accept_invite(
    invite: Field = "", password: Field = "", code: Field = ""
) -> RedirectResponse:
    """Set the password and the second factor of an invite, then ask to sign in."""
    here = engine()
    try:
        await invites.accept(
            here.db, here.settings, invite, password=password, code=code, now=here.clock.now()
        )
    except InvalidInput as error:
        problem = next(iter(error.fields))
        return RedirectResponse(f"/?{urlencode({'invite': invite, 'sign-in': problem})}", SEE_OTHER)
    except NotFound:
        return RedirectResponse("/?sign-in=gone", SEE_OTHER)
    return RedirectResponse("/?sign-in=ready", SEE_OTHER)


@api.post("/auth/sign-out")
async def sign_out(request: Request) -> RedirectResponse:
    """End this session."""
    here = engine()
    await admins.sign_out(here.db, session_of(request), now=here.clock.now())
    response = RedirectResponse("/", SEE_OTHER)
    keep_session(response, "", 0)
    return response


@api.get("/downloads/metrics.csv")
async def metrics_csv(request: Request) -> Response:
    """Send the numbers of the Metrics page, of the range and people that the address names."""
    here = engine()
    now = here.clock.now()
    if await admins.authenticate(here.db, session_of(request), now=now) is None:
        return RedirectResponse("/metrics", SEE_OTHER)
    filters = read_filters(request.query_params)
    found = await shown_metrics(
        here.db,
        now=now,
        days=filters.days,
        scope=filters.scope,
        provider=filters.provider,
        basis=here.basis,
    )
    name = f"toney-metrics-{now:%Y-%m-%d}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(as_csv(found), media_type="text/csv; charset=utf-8", headers=headers)


@api.get("/downloads/eval-cases.jsonl")
async def eval_cases(request: Request) -> Response:
    """Send the eval cases as a file of examples, for `toney eval flagged --examples`."""
    here = engine()
    now = here.clock.now()
    admin = await admins.authenticate(here.db, session_of(request), now=now)
    if admin is None or admin.role is not AdminRole.ADMIN:
        return RedirectResponse("/quality", SEE_OTHER)
    found = await cases.download(here.db, admin, now=now)
    headers = {"Content-Disposition": 'attachment; filename="toney-eval-cases.jsonl"'}
    return Response(found, media_type="application/jsonl", headers=headers)


@api.get("/ready")
async def ready() -> JSONResponse:
    """Say whether the database answers; 503 when it does not."""
    answers = await engine().db.answers()
    status = "ready" if answers else "not ready"
    return JSONResponse(
        {"status": status, "parts": {"database": answers}}, status_code=200 if answers else 503
    )
