"""Everything of a person: out, or gone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from coaching.conversation import leave, withdraw
from coaching.domains.ledger.service import with_ledger
from coaching.domains.privacy import receipts, sent
from coaching.services import consent, export_page, personal_data, profiles
from toney_app.api.auth import forget_cookie
from toney_app.api.deps import Engine, Here, Language, Owner
from toney_app.api.wire import In, Instant, Out

if TYPE_CHECKING:
    from coaching.models import Consent
    from coaching.settings import Settings

router = APIRouter(tags=["account"])


class GivenConsent(In):
    """The version of the text that was read."""

    text_version: Annotated[str, Field(max_length=20)]


class ConsentOut(Out):
    """The newest consent, and what a new one would name; `providerNow` is empty without a model.

    `asks` says why it has to be given (again): `first`, `withdrawn`, a new `text`, a new `provider`
    or `both`; empty while it is valid.
    """

    is_valid: bool
    asks: consent.Ask
    text_version: str | None
    provider: str | None
    given_at: Instant | None
    withdrawn_at: Instant | None
    text_version_now: str
    provider_now: str
    text_now: str


class ConsentRecord(Out):
    """A consent that was given once, with the text as it was shown.

    `text` and its SHA-256 are empty for records from before texts were kept.
    """

    text_version: str
    provider: str
    language: str
    text: str
    text_hash: str
    given_at: Instant
    withdrawn_at: Instant | None


class ConsentHistory(Out):
    """Everything that a person agreed to, the newest first."""

    items: list[ConsentRecord]


class ReceiverOut(Out):
    """A model that was asked: for the reply (`coach`) or for notes (`observer`)."""

    role: str
    provider: str
    model: str
    calls: int


class SearchOut(Out):
    """Words that a search provider received."""

    place: str
    query: str


class SentOut(Out):
    """Receivers, kinds of data and searches of a reply; `isKnown` is false without records."""

    receivers: list[ReceiverOut]
    kinds: list[str]
    searches: list[SearchOut]
    is_known: bool


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
        found = await with_ledger(s, person, await personal_data.export(s, person, at=now))
        language = (await profiles.require(s, person)).locale
    body = (
        export_page.page(found, language)
        if form == "html"
        else json.dumps(found, ensure_ascii=False)
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


@router.get("/api/consent")
async def read_consent(coaching: Engine, person: Owner, language: Language) -> ConsentOut:
    """Return what this person agreed to last, and whether it covers what is in force."""
    async with coaching.unit(person) as s:
        return _consent(await consent.newest(s, person), coaching.settings, language)


@router.get("/api/consent/history")
async def read_consents(coaching: Engine, person: Owner) -> ConsentHistory:
    """Return every consent with its text, time and receiver, withdrawn ones too."""
    async with coaching.unit(person) as s:
        found = await consent.history(s, person)
        return ConsentHistory(items=[ConsentRecord.model_validate(each) for each in found])


@router.post("/api/consent")
async def give_consent(
    given: GivenConsent, coaching: Engine, person: Owner, language: Language
) -> ConsentOut:
    """Record that this person agrees to the text in force and to who receives the words."""
    settings, now = coaching.settings, coaching.clock.now()
    async with coaching.unit(person, write=True) as s:
        await consent.give(
            s,
            person,
            text_version=given.text_version,
            settings=settings,
            at=now,
            language=language,
        )
        return _consent(await consent.newest(s, person), settings, language)


@router.delete("/api/consent", status_code=204)
async def withdraw_consent(coaching: Engine, person: Owner) -> None:
    """Withdraw it: replies, notes and sending end, also of a reply that is being written.

    The data is kept, and can still be read, exported and deleted.
    """
    await withdraw(coaching, person)


def _consent(newest: Consent | None, settings: Settings, language: str) -> ConsentOut:
    asks = consent.why_ask(newest, settings)
    return ConsentOut(
        is_valid=not asks,
        asks=asks,
        text_version=newest.text_version if newest else None,
        provider=newest.provider if newest else None,
        given_at=newest.given_at if newest else None,
        withdrawn_at=newest.withdrawn_at if newest else None,
        text_version_now=consent.text_version(),
        provider_now=consent.provider(settings),
        text_now=consent.whole_text(settings, language),
    )


@router.get("/api/turns/{turn_id}/sent")
async def read_sent(turn_id: UUID, coaching: Engine, person: Owner) -> SentOut:
    """Return what was sent to whom for the reply of a turn; `receivers` is empty if nothing was."""
    async with coaching.unit(person) as s:
        found = await sent.of_turn(s, person, turn_id, coaching.settings)
        return SentOut.model_validate(found)
