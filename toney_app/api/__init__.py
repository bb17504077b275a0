"""The JSON API: the same services as the app, for programs (contracts: 'HTTP')."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.routing import Route

from toney_app.api import (
    account,
    analysis_requests,
    app_lock,
    auth,
    cards,
    chat,
    check_ins,
    conversations,
    devices,
    docs,
    dreams,
    goals,
    health,
    insight,
    ledger,
    legal,
    memories,
    notes,
    onboarding,
    own_costs,
    passkeys,
    practices,
    problems,
    profile,
    proposals,
    purchases,
    ratings,
    reminders,
    sign_in,
    sign_in_links,
    tokens,
    transactions,
    wins,
)
from toney_app.api.described import describe_sign_in

ROUTERS = (
    auth.router,
    passkeys.router,
    devices.router,
    tokens.router,
    app_lock.router,
    sign_in.router,
    sign_in_links.router,
    account.router,
    profile.router,
    onboarding.router,
    chat.router,
    proposals.router,
    ratings.router,
    conversations.router,
    cards.router,
    wins.router,
    check_ins.router,
    purchases.router,
    transactions.router,
    dreams.router,
    goals.router,
    notes.router,
    practices.router,
    reminders.router,
    memories.router,
    insight.router,
    ledger.router,
    own_costs.router,
    legal.router,
    analysis_requests.router,
    health.router,
    docs.router,
)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})

api = FastAPI(
    title="Toney",
    openapi_url="/api/openapi.json",
    docs_url=None,
    redoc_url=None,
    # Its own spans name paths, and that of a sign-in link is a key (coaching/serving/traces.py).
    telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
    responses=problems.DESCRIBED,
)
ROUTES = [route for router in ROUTERS for route in router.routes if isinstance(route, Route)]
problems.install(api, ROUTES)
describe_sign_in(api, ROUTES)


def _refuse_other_methods(*, is_template: bool) -> None:
    """Answer the methods that a path doesn't have, where another route or the page would.

    For plain paths before the routes are included, so that `DELETE /api/passkeys/options` isn't
    taken for a passkey named `options`; for paths with parameters after them.
    """
    methods: dict[str, set[str]] = {}
    for route in ROUTES:
        methods.setdefault(route.path, set()).update(route.methods or ())
    for path, own in methods.items():
        if ("{" in path) is is_template and (not path.startswith("/api/") or _is_taken(path)):
            others = sorted(_METHODS - own)
            api.add_api_route(path, _wrong_method, methods=others, include_in_schema=False)


def _is_taken(path: str) -> bool:
    return any(route.path != path and route.path_regex.match(path) for route in ROUTES)


async def _wrong_method() -> None:
    raise HTTPException(problems.WRONG_METHOD)


_refuse_other_methods(is_template=False)
for router in ROUTERS:
    api.include_router(router)
_refuse_other_methods(is_template=True)


class _Anything(Convertor[str]):
    """The rest of a path, line breaks too."""

    regex = r"[\s\S]*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


# Every mount uses this one, also that of the framework around `api`: with Starlette's own a path
# with a line break reaches neither our routes nor our headers.
register_url_convertor("path", _Anything())


@api.api_route("/api/{rest:path}", methods=sorted(_METHODS), include_in_schema=False)
async def nothing(rest: str) -> None:
    """Answer what does not exist: without this, the page would."""
    raise HTTPException(problems.WRONG_METHOD, rest)
