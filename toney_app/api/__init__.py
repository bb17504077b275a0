"""The JSON API: the same services as the app, for programs (contracts: 'HTTP')."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.routing import Route

from toney_app.api import (
    account,
    analysis_requests,
    app_lock,
    auth,
    cards,
    chat,
    conversations,
    devices,
    docs,
    door,
    dreams,
    goals,
    health,
    insight,
    legal,
    memories,
    onboarding,
    passkeys,
    practices,
    problems,
    profile,
    proposals,
    reminders,
    sign_in,
    tokens,
    wins,
)

ROUTERS = (
    auth.router,
    passkeys.router,
    devices.router,
    tokens.router,
    app_lock.router,
    sign_in.router,
    door.router,
    account.router,
    profile.router,
    onboarding.router,
    chat.router,
    proposals.router,
    conversations.router,
    cards.router,
    wins.router,
    dreams.router,
    goals.router,
    practices.router,
    reminders.router,
    memories.router,
    insight.router,
    legal.router,
    analysis_requests.router,
    health.router,
    docs.router,
)
_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

api = FastAPI(
    title="Toney",
    openapi_url="/api/openapi.json",
    docs_url=None,
    redoc_url=None,
    responses=problems.DESCRIBED,
)
ROUTES = [route for router in ROUTERS for route in router.routes if isinstance(route, Route)]
problems.install(api, ROUTES)
for router in ROUTERS:
    api.include_router(router)


@api.api_route("/api/{rest:path}", methods=_METHODS, include_in_schema=False)
async def nothing(rest: str) -> None:
    """Answer what does not exist, or not with this method: without this, the page would."""
    raise HTTPException(problems.WRONG_METHOD, rest)
