from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching.domains.access_grants import service as grants
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.domains.access_grants.models import AccessGrant, AccessOpening

GrantId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]


@dataclass(frozen=True, slots=True)
class Request:
    """A request that waits for an answer."""

    id: str
    who: str
    reason: str
    hours: str


@dataclass(frozen=True, slots=True)
class Look:
    """Something that was opened."""

    who: str
    part: str
    number: int
    at: str


class AccessState(rx.State):
    """Who asks to read, who may read now, and what they have opened."""

    requests: rx.Field[list[Request]] = rx.field(default_factory=list)
    reader: rx.Field[str] = rx.field("")
    until: rx.Field[str] = rx.field("")
    looks: rx.Field[list[Look]] = rx.field(default_factory=list)

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            found = await grants.standing(s, owner, now=now)
        self._show(found.waiting, found.live)
        self.looks = [_look(one) for one in found.openings]

    @rx.event
    @guard.signed_in
    async def give(self, grant: GrantId) -> None:
        """Let the one who asked read, until it ends by itself."""
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await grants.give(s, owner, UUID(grant), now=now)
            self._show(*await grants.notice(s, owner, now=now))

    @rx.event
    @guard.signed_in
    async def refuse(self, grant: GrantId) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await grants.refuse(s, owner, UUID(grant), now=now)
            self._show(*await grants.notice(s, owner, now=now))

    @rx.event
    @guard.signed_in
    async def withdraw(self) -> None:
        """Take it back: from now on nothing more can be opened."""
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await grants.withdraw(s, owner, now=now)
            self._show(*await grants.notice(s, owner, now=now))
        (await self.get_state(NoticeState))._say("ui.toast.access_withdrawn")

    def _show(self, waiting: Sequence[AccessGrant], live: AccessGrant | None) -> None:
        self.requests = [
            Request(str(one.id), one.asked_by, one.reason, str(one.hours)) for one in waiting
        ]
        self.reader = live.asked_by if live else ""
        self.until = live.ends_at.isoformat() if live and live.ends_at else ""


def _look(one: AccessOpening) -> Look:
    return Look(one.opened_by, one.part, one.session_number, one.created_at.isoformat())
