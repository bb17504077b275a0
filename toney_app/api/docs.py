"""The API's own page about itself: no script, no address of anybody else."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """Return every route with what it takes."""
    rows = "\n".join(_rows(request.app.openapi()))
    title = "Toney API"
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width">'
        f"<h1>{title}</h1><p>The same as <a href='/api/openapi.json'>OpenAPI</a>. "
        f"Errors are <code>{{error, code, details}}</code>.</p>{rows}</html>"
    )


def _rows(schema: dict[str, Any]) -> Iterator[str]:
    for path, methods in sorted(schema["paths"].items()):
        for method, route in methods.items():
            name = f"{method.upper()} {path}"
            parts = [f"<p>{escape(route.get('description', ''))}</p>", *_parameters(route)]
            if body := route.get("requestBody"):
                parts += _body(body, schema)
            summary = f"<summary><code>{escape(name)}</code></summary>"
            yield f"<details>{summary}{''.join(parts)}</details>"


def _parameters(route: dict[str, Any]) -> Iterator[str]:
    for parameter in route.get("parameters", ()):
        if parameter["in"] != "cookie":
            yield f"<p><code>{escape(parameter['name'])}</code> in {parameter['in']}</p>"


def _body(body: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    content = body["content"].get("application/json", {}).get("schema", {})
    name = content.get("$ref", "").rpartition("/")[2]
    fields = schema["components"]["schemas"].get(name, {})
    required = set(fields.get("required", ()))
    for field, details in fields.get("properties", {}).items():
        kind = details.get("type") or " or ".join(
            option.get("type", "object") for option in details.get("anyOf", ())
        )
        need = "required" if field in required else "may be missing"
        yield f"<p><code>{escape(field)}</code>: {escape(kind or 'object')}, {need}</p>"
