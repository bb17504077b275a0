"""Return readiness, version and metrics; the front layer answers `/health`."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from coaching.errors import NotAllowed
from coaching.serving.child import SOCKETS
from coaching.serving.telemetry import CONTENT_TYPE, may_read
from toney_app.api.deps import Engine

router = APIRouter(tags=["health"])


@router.get("/api/version")
async def read_version() -> dict[str, str]:
    """Return the version that runs."""
    return {"version": version("toney")}


@router.get("/ready")
async def ready(coaching: Engine) -> JSONResponse:
    """Say whether turns can be taken, part by part; 503 when one is missing."""
    parts = await coaching.readiness()
    whole = all(parts.values())
    # A model that is away keeps nobody out: the offline coach answers.
    status = "ready" if whole else "not ready"
    body = {"status": status, "parts": parts, "model": coaching.model_state}
    return JSONResponse(body, status_code=200 if whole else 503)


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(request: Request, coaching: Engine) -> Response:
    """Return numbers for Prometheus: to this machine, or to whoever has the token."""
    host = request.client.host if request.client else ""
    if not may_read(coaching.settings, host, request.headers):
        raise NotAllowed("metrics are for this machine, or need the token")
    told = await coaching.measured(request.scope.get(SOCKETS, 0))
    return Response(told, headers={"content-type": CONTENT_TYPE, "cache-control": "no-store"})
