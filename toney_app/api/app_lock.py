"""The app lock of a browser: set, closed and opened."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends
from pydantic import Field

from coaching.domains.app_lock import service as app_lock
from coaching.domains.passkeys import service as passkeys
from toney_app.api.deps import Engine, EvenLocked, Here, Token, even_locked
from toney_app.api.passkeys import Answered, Options
from toney_app.api.wire import In, Out, documented

router = APIRouter(tags=["auth"])
Pin = Annotated[str, Field(max_length=64)]


class Lock(Out):
    """How somebody locks the app; `afterMinutes` is null when they don't."""

    after_minutes: int | None
    has_pin: bool
    has_passkey: bool
    has_way_back: bool
    is_locked: bool = False


class NewLock(In):
    """`pin`: a new one; null keeps the one that is there; empty locks by passkey only."""

    after_minutes: Literal[0, 5, 60]
    pin: Annotated[Pin, documented(pattern="^([0-9]{4,12})?$")] | None = None
    current_pin: Pin = ""


class CurrentPin(In):
    """The PIN, from somebody who unlocked a while ago."""

    current_pin: Pin = ""


class TypedPin(In):
    """The PIN, as somebody typed it."""

    pin: Pin


@router.get("/api/lock")
async def lock(coaching: Engine, here: EvenLocked) -> Lock:
    """Return how this person locks the app, and whether this browser is locked."""
    async with coaching.unit(here.owner) as s:
        found = await app_lock.of(s, here.owner)
    return _out(found, is_locked=here.is_locked)


@router.put("/api/lock")
async def choose(wanted: NewLock, coaching: Engine, here: Here) -> Lock:
    """Lock the app from now on, or in another way than so far."""
    found = await app_lock.choose(
        coaching.db,
        coaching.settings,
        here,
        after_minutes=wanted.after_minutes,
        pin=wanted.pin,
        current_pin=wanted.current_pin,
        now=coaching.clock.now(),
    )
    return _out(found)


@router.delete("/api/lock", status_code=204)
async def remove(current: CurrentPin, coaching: Engine, here: Here) -> None:
    """Lock the app no more."""
    settings, now = coaching.settings, coaching.clock.now()
    pin = current.current_pin
    await app_lock.remove(coaching.db, settings, here, current_pin=pin, now=now)


@router.post("/api/lock/close", status_code=204)
async def close(coaching: Engine, here: EvenLocked) -> None:
    """Lock this browser now; nothing happens when its person doesn't lock the app."""
    async with coaching.unit(here.owner, write=True) as s:
        await app_lock.close(s, here, at=coaching.clock.now())


@router.post("/api/lock/open", status_code=204)
async def open_with_pin(typed: TypedPin, coaching: Engine, here: EvenLocked) -> None:
    """Unlock this browser with the PIN."""
    settings, now = coaching.settings, coaching.clock.now()
    await app_lock.open_with_pin(coaching.db, settings, here, typed.pin, now=now)


@router.post("/api/lock/passkey/options", dependencies=[Depends(even_locked)])
async def ask_for_passkey(coaching: Engine, token: Token) -> Options:
    """Return what the browser is asked with to unlock by passkey."""
    asked: dict[str, Any] = await passkeys.ask_to_sign_in(
        coaching.db,
        coaching.settings,
        browser=token,
        now=coaching.clock.now(),
        purpose=passkeys.Purpose.UNLOCK,
    )
    return Options(public_key=asked)


@router.post("/api/lock/passkey", status_code=204)
async def open_with_passkey(
    answered: Answered, coaching: Engine, here: EvenLocked, token: Token
) -> None:
    """Unlock this browser with a passkey."""
    now = coaching.clock.now()
    await passkeys.unlock(
        coaching.db, coaching.settings, here, answered.credential, browser=token, now=now
    )


def _out(lock: app_lock.Lock, *, is_locked: bool = False) -> Lock:
    return Lock(
        after_minutes=lock.after_minutes,
        has_pin=lock.has_pin,
        has_passkey=lock.has_passkey,
        has_way_back=lock.has_way_back,
        is_locked=is_locked,
    )
