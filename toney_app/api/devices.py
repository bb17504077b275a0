"""Where somebody is signed in."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from coaching.services import devices
from toney_app.api.deps import Engine, Here
from toney_app.api.wire import Instant, Out

router = APIRouter(tags=["auth"])


class Device(Out):
    """A browser in which the person is signed in; empty words: it didn't say."""

    id: UUID
    device: str
    browser: str
    system: str
    last_seen_at: Instant
    is_this: bool


class Devices(Out):
    """All of them, the one that asks first."""

    items: list[Device]


@router.get("/api/devices")
async def signed_in(coaching: Engine, here: Here) -> Devices:
    """Return the browsers in which this person is signed in."""
    async with coaching.unit(here.owner) as s:
        now = coaching.clock.now()
        found = await devices.signed_in(s, here.owner, here.session_id, now=now)
    return Devices(items=[Device.model_validate(device) for device in found])


@router.delete("/api/devices/{device_id}", status_code=204)
async def sign_out(device_id: UUID, coaching: Engine, here: Here) -> None:
    """Sign one browser out; its open pages end within seconds."""
    async with coaching.db.system("devices", write=True) as s:
        await devices.sign_out(s, here.owner, device_id, at=coaching.clock.now())


@router.delete("/api/devices", status_code=204)
async def sign_out_others(coaching: Engine, here: Here) -> None:
    """Sign out every browser but the one that asks."""
    async with coaching.db.system("devices", write=True) as s:
        await devices.sign_out_others(s, here.owner, here.session_id, at=coaching.clock.now())
