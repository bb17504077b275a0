"""What OpenAPI says beside the routes: who has to be signed in, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi.routing import APIRoute

from toney_app.api.deps import even_locked, owner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fastapi import FastAPI
    from fastapi.dependencies.models import Dependant
    from starlette.routing import Route

_SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "toney_session",
        "description": "The session of a browser; with https it is `__Host-toney_session`.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A personal token, made in settings.",
    },
}
_SESSION: list[dict[str, list[str]]] = [{"session": []}]
_SESSION_OR_TOKEN = [*_SESSION, {"token": []}]


def describe_sign_in(api: FastAPI, routes: Sequence[Route]) -> None:
    """Have the API's description name the routes that need a session, or a session or token."""
    plain = api.openapi

    def openapi() -> dict[str, Any]:
        schema = plain()
        components = schema["components"]
        if "securitySchemes" not in components:
            components["securitySchemes"] = _SCHEMES
            for route in routes:
                _describe(schema, route)
        return schema

    api.openapi = openapi


def _describe(schema: dict[str, Any], route: Route) -> None:
    methods = schema["paths"].get(route.path)
    if methods is None or not isinstance(route, APIRoute):
        return
    asked = set(_dependencies(route.dependant))
    needs = _SESSION if even_locked in asked else _SESSION_OR_TOKEN if owner in asked else None
    if needs is not None:
        for method in route.methods or ():
            methods[method.lower()]["security"] = needs


def _dependencies(dependant: Dependant) -> Iterator[object]:
    yield dependant.call
    for below in dependant.dependencies:
        yield from _dependencies(below)
