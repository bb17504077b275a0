"""Everything of a person: out, or gone."""

from __future__ import annotations

import json
from typing import Literal

from fastapi import APIRouter, Response

from coaching.conversation import leave
from coaching.services import belongings, profiles, readable
from toney_app.api.auth import forget_cookie
from toney_app.api.deps import Engine, Here, Owner

router = APIRouter(tags=["account"])


@router.get(
    "/api/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "text/html": {}}}},
)
async def export(
    coaching: Engine, person: Owner, form: Literal["json", "html"] = "json"
) -> Response:
    """Return every row of this person as a file: JSON for programs, HTML to read."""
    now = coaching.clock.now()
    coaching.exports.take(person)
    async with coaching.unit(person) as s:
        found = await belongings.export(s, person, at=now)
        language = (await profiles.require(s, person)).locale
    body = (
        readable.page(found, language) if form == "html" else json.dumps(found, ensure_ascii=False)
    )
    return Response(
        body,
        media_type="text/html" if form == "html" else "application/json",
        headers={
            "content-disposition": f'attachment; filename="toney-{now.date()}.{form}"',
            "cache-control": "no-store",
        },
    )


@router.delete("/api/account", status_code=204)
async def delete(response: Response, coaching: Engine, here: Here) -> None:
    """Delete this person and all their data. This can't be undone."""
    await leave(coaching, here.owner)
    forget_cookie(response, coaching.settings)
