"""The simulated talks that are going on: each in a folder of its own, deleted when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from coaching.simulator.talk import Talk

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.settings import Settings
    from coaching.simulator.personas import Persona

MOST = 4
"""At a time; the one that was used longest ago makes room."""
RESTS = timedelta(minutes=30)
"""Without a message for so long, a talk is over."""


@dataclass(slots=True)
class _Kept:
    talk: Talk
    used_at: datetime


_kept: dict[str, _Kept] = {}


async def begin(person: Persona, settings: Settings, *, now: datetime) -> str:
    """Begin a talk as somebody and return its key."""
    await _make_room(now)
    talk = Talk(person, settings)
    try:
        await talk.open()
    except BaseException:
        await talk.close()
        raise
    key = uuid4().hex
    _kept[key] = _Kept(talk, now)
    return key


def find(key: str, *, now: datetime) -> Talk | None:
    """Return a talk that is going on; None when it is over."""
    kept = _kept.get(key)
    if kept is None or now - kept.used_at > RESTS:
        return None
    kept.used_at = now
    return kept.talk


async def end(key: str) -> None:
    """End a talk and delete everything of it."""
    kept = _kept.pop(key, None)
    if kept is not None:
        await kept.talk.close()


async def end_all() -> None:
    """End every talk: the server stops."""
    for key in list(_kept):
        await end(key)


async def _make_room(now: datetime) -> None:
    for key in [key for key, kept in _kept.items() if now - kept.used_at > RESTS]:
        await end(key)
    while len(_kept) >= MOST:
        await end(min(_kept, key=lambda key: _kept[key].used_at))
