"""Everything of a person: out, or gone."""

from __future__ import annotations

import json
from typing import Literal

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from coaching.conversation import leave
from coaching.domains.privacy import receipts
from coaching.services import belongings, profiles, readable
from toney_app.api.auth import forget_cookie
from toney_app.api.deps import Engine, Here, Owner
from toney_app.api.wire import Out

router = APIRouter(tags=["account"])


class ReceiptKey(Out):
    """The public half of the key, in base64."""

    public_key: str


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


@router.delete(
    "/api/account",
    status_code=204,
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}},
)
async def delete(coaching: Engine, here: Here, *, receipt: bool = False) -> Response:
    """Delete this person and all their data. This can't be undone.

    With `receipt=true` the answer is 200 with a signed receipt (`toney verify-receipt`).
    """
    signed = await leave(coaching, here.owner)
    response: Response = JSONResponse(signed) if receipt else Response(status_code=204)
    response.headers["cache-control"] = "no-store"
    forget_cookie(response, coaching.settings)
    return response


@router.get("/api/receipts/key")
async def receipt_key(coaching: Engine) -> ReceiptKey:
    """Return the public key that this instance signs receipts with; no sign-in is needed."""
    return ReceiptKey(public_key=receipts.public_key(coaching.settings))
