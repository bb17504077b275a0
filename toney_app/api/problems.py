"""Every error in the contract's one form: `{"error": text, "code": CODE, "details"?: …}`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import structlog
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from coaching.errors import (
    ConsentMissing,
    InvalidInput,
    LimitReached,
    NotAllowed,
    RateLimited,
    ToneyError,
    TooMany,
)
from toney_app.api.sse import plain
from toney_app.api.wire import Instant, Out, iso

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastapi import FastAPI

AGREE_URL = "/api/consent"
NOT_FOUND = 404
WRONG_METHOD = 405

log = structlog.get_logger(__name__)

_CODES = {
    400: ("VALIDATION_ERROR", "This request isn’t valid."),
    401: ("UNAUTHENTICATED", "Please sign in again."),
    403: ("FORBIDDEN", "You can’t do this."),
    404: ("NOT_FOUND", "There’s nothing at this address."),
    405: ("METHOD_NOT_ALLOWED", "There’s nothing to do at this address with this method."),
    409: ("CONFLICT", "This was changed somewhere else. Reload to see the latest version."),
    413: ("TOO_LARGE", "That’s too long to send at once. Please split it up."),
    415: ("VALIDATION_ERROR", "Send JSON, with Content-Type: application/json."),
}


class Problem(Out):
    """An error: what to tell the person, and a word for programs."""

    error: str
    code: str
    details: dict[str, Any] | None = None


class Refused(Problem):
    """A limit that was reached; `resetAt` is null for one that no day ends."""

    limit: int
    reset_at: Instant | None


class PlaceToTurnTo(Out):
    """Somewhere to turn to; `contact` says how in words."""

    id: str
    name: str
    contact: str
    region: str


class Forbidden(Problem):
    """Something has to happen first; without a consent `agreeUrl` says where to give it."""

    agree_url: str | None = None
    help: list[PlaceToTurnTo] | None = None


DESCRIBED: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "A field is wrong; `details` names it."},
    401: {"model": Problem, "description": "Nobody is signed in."},
    402: {"model": Refused, "description": "A limit of the person; `resetAt` says until when."},
    403: {
        "model": Forbidden,
        "description": "Not allowed; `details.reason` may say why. `consent`: the person hasn’t "
        "agreed to what holds now. Nothing was stored or sent; show them the text of "
        "`GET /api/consent` and post its version to `agreeUrl`. If what they wrote sounds like "
        "danger, `help` has places to turn to. `lock`: the app lock is closed.",
    },
    404: {"model": Problem, "description": "It doesn’t exist, or belongs to somebody else."},
    405: {"model": Problem, "description": "Another method; `Allow` names those that exist."},
    409: {"model": Problem, "description": "Things have changed meanwhile."},
    413: {"model": Problem, "description": "A body of more than 64 kB."},
    429: {"model": Problem, "description": "Too fast: wait for `Retry-After` seconds."},
    503: {"model": Problem, "description": "The model or the database is away."},
    "default": {"model": Problem, "description": "Any other refusal or failure."},
}
"""What every route may answer besides its own answer."""


def problem(
    status: int,
    code: str,
    error: str,
    *,
    details: dict[str, Any] | None = None,
    headers: dict[str, str] | None = None,
    **more: object,
) -> JSONResponse:
    """Return one error response."""
    body: dict[str, Any] = {"error": error, "code": code, **more}
    if details is not None:
        body["details"] = details
    return JSONResponse(body, status_code=status, headers=headers)


def from_toney(error: ToneyError) -> JSONResponse:
    """Return the response that an expected error asks for."""
    match error:
        case InvalidInput():
            return problem(error.status, error.code, error.say, details=error.fields)
        case ConsentMissing():
            more: dict[str, Any] = {"help": plain(error.help)} if error.help else {}
            return problem(
                error.status,
                error.code,
                error.say,
                details={"reason": error.reason},
                agreeUrl=AGREE_URL,
                **more,
            )
        case NotAllowed(reason=reason) if reason:
            return problem(error.status, error.code, error.say, details={"reason": reason})
        case LimitReached():
            return problem(
                error.status,
                error.code,
                error.say,
                limit=error.limit,
                resetAt=iso(error.reset_at),
            )
        case TooMany():
            return problem(error.status, error.code, error.say, limit=error.limit, resetAt=None)
        case RateLimited():
            return problem(
                error.status,
                error.code,
                error.say,
                details={"reason": error.reason},
                headers={"Retry-After": str(error.retry_after)},
            )
        case _:
            return problem(error.status, error.code, error.say)


def _fields(error: RequestValidationError) -> dict[str, str]:
    """Name each wrong field; a body that is no JSON at all has no field to name."""
    if any(found["type"] == "json_invalid" for found in error.errors()):
        return {"body": "This is not valid JSON."}
    return {
        ".".join(str(part) for part in found["loc"][1:]) or "body": _sentence(found)
        for found in error.errors()
    }


def _sentence(found: Mapping[str, Any]) -> str:
    if found["type"] == "extra_forbidden":
        return "This field does not exist. Leave it out."
    return f"{found['msg']}."


async def _on_toney(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ToneyError)  # noqa: S101 - Starlette dispatches by class
    return from_toney(error)


async def _on_validation(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - Starlette dispatches by class
    return problem(
        400, "VALIDATION_ERROR", "Please check what you entered.", details=_fields(error)
    )


async def _on_http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - Starlette dispatches by class
    code, text = _CODES.get(error.status_code, ("INTERNAL_ERROR", "Something went wrong."))
    return problem(error.status_code, code, text)


async def _on_wrong_method(routes: Sequence[Route], request: Request, _: Exception) -> JSONResponse:
    """Say which methods there are; where there are none, the address doesn't exist."""
    allowed = _methods(routes, request)
    status = WRONG_METHOD if allowed else NOT_FOUND
    code, text = _CODES[status]
    headers = {"Allow": ", ".join(sorted(allowed))} if allowed else None
    return problem(status, code, text, headers=headers)


def _methods(routes: Sequence[Route], request: Request) -> set[str]:
    here = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    here = [route for route in here if route.path == request.scope["path"]] or here
    return {method for route in here for method in route.methods or ()}


async def _on_bug(request: Request, error: Exception) -> JSONResponse:
    route = request.scope.get("route")  # not the path: that of a sign-in link is a key
    log.error("api_bug", route=getattr(route, "path", ""), error=type(error).__name__)
    return problem(500, "INTERNAL_ERROR", ToneyError.say)


def install(api: FastAPI, routes: Sequence[Route]) -> None:
    """Answer every error of this API in the contract's form; `routes` are all that it has."""
    api.add_exception_handler(ToneyError, _on_toney)
    api.add_exception_handler(RequestValidationError, _on_validation)
    api.add_exception_handler(HTTPException, _on_http)
    api.add_exception_handler(WRONG_METHOD, partial(_on_wrong_method, routes))
    api.add_exception_handler(Exception, _on_bug)
