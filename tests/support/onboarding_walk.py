"""Somebody who goes through the onboarding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmodel import select

from coaching.services import onboarding

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Profile
    from coaching.repositories.db import Db

AVOIDS = {
    "q1": "q1_avoid", "q2": "q2_avoid", "q3": "q3_avoid", "q4": "q4_numb", "q5": "q5_avoid",
    "q6": "q6_avoid", "q7": "q7_avoid",
}  # fmt: skip
WHY = "  I want to stop feeling sick when the post comes…\n(I mean it!)"


class Walk:
    """Each step in a unit of its own, as screens and requests are."""

    def __init__(self, db: Db, owner: UUID, clock: FrozenClock) -> None:
        self.db, self.owner, self.clock = db, owner, clock

    async def do(self, verb: Any, *given: Any, **named: Any) -> Any:
        async with self.db.unit(self.owner, write=True) as s:
            return await verb(s, self.owner, *given, at=self.clock.now(), **named)

    async def answer(self, question: str, *chosen: str, why: str = "") -> Profile:
        return (await self.do(onboarding.answer, question, chosen, why)).row

    async def answer_all(self, context: Sequence[str] = ()) -> Profile:
        await self.do(onboarding.begin)
        for question, option in AVOIDS.items():
            await self.answer(question, option)
        await self.answer("q8", *context)
        return await self.answer("q9", why=WHY)

    async def rows(self, kind: Any) -> Sequence[Any]:
        async with self.db.unit(self.owner) as s:
            return (await s.exec(select(kind).where(kind.user_id == self.owner))).all()
