"""Asking for what a person wants done: a job, written with its entry in the audit trail."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.domains.access_grants import service as grants
from coaching.errors import InvalidInput, NotFound
from coaching.models import Job
from coaching.repositories import audit, jobs, users

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.repositories.db import Db

KIND_NAME = "person_request"
_WRONG = "These aren’t the person’s four characters."


class Wish(StrEnum):
    """The things that can be asked for; the audit trail names them the same."""

    DELETE = "delete"
    SIGN_OUT = "sign_out"
    EXPORT = "export"


async def ask(
    db: Db, admin: SignedInAdmin, owner: UUID, wish: Wish, *, typed: str, now: datetime
) -> None:
    """Have it done within seconds; `typed` is the person's short id, against a slip.

    An export holds words, so it needs the person's grant, and they see it as a look.
    """
    if typed.strip().lower() != owner.hex[:4]:
        raise InvalidInput({"typed": _WRONG}, say=_WRONG)
    if wish is Wish.EXPORT:
        await grants.open_part(db, admin, owner, grants.Part.EXPORT, now=now)
    async with db.system("person request", write=True) as s:
        if await users.find(s, owner) is None:
            raise NotFound("no such person")
        job = Job(
            kind=KIND_NAME,
            payload={"user": str(owner), "wish": wish.value},
            run_at=now,
            dedup_key=f"{KIND_NAME}:{owner}:{wish}",
            created_at=now,
        )
        await jobs.add(s, None, job)
        await audit.add(s, actor=admin.name, action=f"person_{wish}", subject=str(owner), at=now)
