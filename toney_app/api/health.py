"""Return readiness and version; the front layer answers `/health`."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter
from fastapi.responses import JSONResponse

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
