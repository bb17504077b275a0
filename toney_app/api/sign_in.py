"""Sign-in links, and the ways into an account. The pages of a link are in `door`."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import Field

from coaching.addresses import THIS_MACHINE
from coaching.domains.sign_in import links, ways
from coaching.domains.sign_in.links import Delivery
from coaching.serving.apps import face
from coaching.values.people import IdentityKind
from toney_app.api.deps import Asking, Engine, Here, Language
from toney_app.api.wire import Id, In, Instant, Out

router = APIRouter(tags=["auth"])


class Address(In):
    """Where a link is wanted."""

    email: Annotated[str, Field(min_length=1, max_length=320)]


class LinkSent(Out):
    """The same answer for every address.

    `delivery`: by mail, or printed in the server's log, or in `link` because this is localhost.
    `code`: whoever is signed in types it when the link is opened in another browser.
    """

    delivery: Delivery
    expires_at: Instant
    code: str | None
    link: str | None


class Way(Out):
    """A way into the account; `label` is the address that it was added with."""

    id: Id
    kind: IdentityKind
    label: str
    created_at: Instant


class WaysIn(Out):
    """How somebody can come back, and what else this server offers."""

    items: list[Way]
    recovery_code_made_at: Instant | None
    can_remove: bool
    has_google: bool


@router.post("/api/auth/magic-link", status_code=202)
async def send_link(
    wanted: Address, request: Request, coaching: Engine, asking: Asking, language: Language
) -> LinkSent:
    """Send a sign-in link. A guest who is signed in gets one that saves their place."""
    wish = links.Wish(wanted.email, language, is_local=is_local(request, coaching))
    asked = await links.ask(coaching.db, coaching.settings, wish, asking, now=coaching.clock.now())
    return LinkSent(
        delivery=asked.delivery,
        expires_at=asked.expires_at,
        code=asked.code or None,
        link=asked.link or None,
    )


@router.get("/api/auth/ways")
async def list_ways(coaching: Engine, here: Here) -> WaysIn:
    """Return how this person can sign in."""
    async with coaching.unit(here.owner) as s:
        found = await ways.of(s, here.owner)
    return WaysIn(
        items=[Way.model_validate(each) for each in found.identities],
        recovery_code_made_at=found.code_made_at,
        can_remove=found.may_remove,
        has_google=coaching.settings.has_google,
    )


@router.delete("/api/auth/ways/{way_id}", status_code=204)
async def remove_way(way_id: UUID, coaching: Engine, here: Here) -> None:
    """Take a way in away, and sign out the other browsers; 409 for the last one."""
    async with coaching.db.system("sign-in", write=True) as s:
        at = coaching.clock.now()
        await ways.remove(s, here.owner, way_id, this=here.session_id, at=at)


def is_local(request: Request, coaching: Engine) -> bool:
    """Return True if browser and server are surely one machine, with nothing between them."""
    here = face(coaching.settings, "toney")
    hosts = {urlsplit(here.url).hostname, here.host, request.client and request.client.host}
    return hosts <= THIS_MACHINE and not {"forwarded", "x-forwarded-for"} & set(request.headers)
