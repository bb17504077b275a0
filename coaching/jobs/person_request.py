"""What an admin does at a person's request: delete, sign out, or write the export into a file.

The admin's database role can only ask for it. The job runs in the app's process, through the same
services as the person's own buttons. Its row belongs to nobody, so that it outlives a deletion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from uuid import UUID

from coaching.conversation.account_deletion import leave
from coaching.domains.people.requests import KIND_NAME, Wish
from coaching.domains.privacy import exports
from coaching.errors import NotFound
from coaching.jobs.kind import JobKind
from coaching.repositories import users
from coaching.services import accounts, personal_data

if TYPE_CHECKING:
    from coaching.agents.engine import Engine
    from coaching.conversation.engine import TurnEngine
    from coaching.models import Job


async def run(engine: Engine, job: Job) -> None:
    """Do what the row asks for; a person who is gone meanwhile needs nothing more."""
    owner, wish = UUID(job.payload["user"]), Wish(job.payload["wish"])
    try:
        match wish:
            case Wish.DELETE:
                await leave(cast("TurnEngine", engine), owner)
            case Wish.SIGN_OUT:
                async with engine.db.unit(owner, write=True) as s:
                    await accounts.sign_out_everywhere(s, owner, now=engine.clock.now())
            case Wish.EXPORT:
                await _export(engine, owner)
    except NotFound:
        return


async def _export(engine: Engine, owner: UUID) -> None:
    now = engine.clock.now()
    async with engine.db.unit(owner) as s:
        found = await personal_data.export(s, owner, at=now)
    exports.write(engine.settings, owner, found, now=now)
    async with engine.db.unit(owner) as s:
        is_here = await users.find(s, owner) is not None
    if not is_here:  # they left while it was written
        exports.delete_of(engine.settings, owner)


KIND = JobKind(KIND_NAME, run, at_once=1)
