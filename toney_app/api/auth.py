"""Getting in and out. The cookie is set over HTTP, so that no script can read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from coaching.domains.recovery_codes import service as recovery_codes
from coaching.services import accounts, consent, onboarding
from coaching.serving.apps import face
from coaching.serving.cookies import LOCKED_COOKIE, session_cookie, set_cookie
from toney_app.api.deps import Engine, EvenLocked, Here, Language, Token
from toney_app.api.wire import Id, In, Instant, Out

if TYPE_CHECKING:
    from coaching.settings import Settings

router = APIRouter(tags=["auth"])


class ConsentIn(In):
    """Which text the person agrees to."""

    text_version: str


class NewGuest(In):
    """What the browser knows of its person."""

    time_zone: str = "UTC"
    locale: str = "en"
    consent: ConsentIn | None = None


class Person(Out):
    """Who is there now."""

    user_id: Id


class CodeState(Out):
    """Whether somebody has a recovery code."""

    made_at: Instant | None


class NewCode(Out):
    """A recovery code, to be kept by the person."""

    code: str


class TypedCode(In):
    """A recovery code as somebody typed it."""

    code: Annotated[str, Field(max_length=200)]


@router.post("/api/auth/guest", status_code=201)
async def start_as_guest(
    guest: NewGuest, request: Request, response: Response, coaching: Engine, language: Language
) -> Person:
    """Make a guest and set their cookie; with a consent, record it in the same breath.

    Without one there is an account and nothing else: whatever would store or send words is 403 with
    `details.reason` = `consent`. Read `GET /api/consent` and agree with `POST /api/consent`.
    """
    now, settings = coaching.clock.now(), coaching.settings
    async with coaching.db.system("sign-in", write=True) as s:
        made = await accounts.start_guest(
            s,
            settings,
            time_zone=guest.time_zone,
            locale=guest.locale,
            address=address_of(request),
            now=now,
            user_agent=request.headers.get("user-agent", ""),
        )
        if guest.consent is not None:
            version = guest.consent.text_version
            await consent.give(
                s,
                made.owner,
                text_version=version,
                settings=settings,
                at=now,
                language=language,
            )
            await onboarding.begin(s, made.owner, at=now)
    sign_in_cookie(response, settings, made.token)
    return Person(user_id=made.owner)


@router.get("/api/auth/recovery-code")
async def recovery_code(coaching: Engine, here: Here) -> CodeState:
    """Return whether there is a code, and since when."""
    async with coaching.unit(here.owner) as s:
        return CodeState(made_at=await recovery_codes.made_at(s, here.owner))


@router.post("/api/auth/recovery-code", status_code=201)
async def make_recovery_code(coaching: Engine, here: Here) -> NewCode:
    """Make a code, in the place of the one before; it is shown here only."""
    async with coaching.db.system("recovery code", write=True) as s:
        return NewCode(code=await recovery_codes.renew(s, here.owner, at=coaching.clock.now()))


@router.delete("/api/auth/recovery-code", status_code=204)
async def remove_recovery_code(coaching: Engine, here: Here) -> None:
    """Delete the code: it opens nothing any more."""
    async with coaching.db.system("recovery code", write=True) as s:
        await recovery_codes.revoke(s, here.owner, at=coaching.clock.now())


@router.post("/api/auth/recovery")
async def recover(
    typed: TypedCode, request: Request, response: Response, coaching: Engine
) -> NewCode:
    """Sign in with a code. It works once: the answer has the next one.

    For ten minutes the same code gives the same answer again, in case that was lost on its way.
    """
    settings = coaching.settings
    back = await recovery_codes.sign_in(
        coaching.db,
        settings,
        typed.code,
        address=address_of(request),
        now=coaching.clock.now(),
        user_agent=request.headers.get("user-agent", ""),
    )
    sign_in_cookie(response, settings, back.token)
    return NewCode(code=back.code)


@router.post("/api/auth/logout", status_code=204)
async def log_out(response: Response, coaching: Engine, here: EvenLocked, token: Token) -> None:
    """End this session."""
    async with coaching.unit(here.owner, write=True) as s:
        await accounts.sign_out(s, here.owner, token, now=coaching.clock.now())
    forget_cookie(response, coaching.settings)


@router.post("/api/auth/logout-everywhere", status_code=204)
async def log_out_everywhere(response: Response, coaching: Engine, here: EvenLocked) -> None:
    """End every session of this person."""
    async with coaching.unit(here.owner, write=True) as s:
        await accounts.sign_out_everywhere(s, here.owner, now=coaching.clock.now())
    forget_cookie(response, coaching.settings)


def address_of(request: Request) -> str:
    """Return the address that a request came from; empty when the server doesn't know."""
    return request.client.host if request.client else ""


def sign_in_cookie(response: Response, settings: Settings, token: str) -> None:
    """Have the browser keep a session's token; a new one isn't locked."""
    age = int(accounts.ABSOLUTE.total_seconds())
    _keep_cookie(response, settings, token, age)


def forget_cookie(response: Response, settings: Settings) -> None:
    """Have the browser drop its cookie."""
    _keep_cookie(response, settings, "", 0)


def _keep_cookie(response: Response, settings: Settings, value: str, age: int) -> None:
    here = face(settings, "toney")
    kept = set_cookie(here, session_cookie(here), value, max_age=age)
    response.headers.append("set-cookie", kept)
    response.headers.append("set-cookie", set_cookie(here, LOCKED_COOKIE, "", max_age=0))
