"""What an admin does at a person's request: delete, sign out, or write the export into a file.

The admin's database role can only ask for it. The job runs in the app's process, through the same
services as the person's own buttons. Its row belongs to nobody, so that it outlives a deletion.
"""

from __future__ import annotations

import json
import os
from datetime import timedelta
from typing import TYPE_CHECKING, cast
from uuid import UUID

from coaching.conversation.account_deletion import leave
from coaching.domains.people.requests import EXPORTS, KIND_NAME, Wish
from coaching.errors import NotFound
from coaching.jobs.kind import JobKind
from coaching.services import accounts, personal_data

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.agents.engine import Engine
    from coaching.conversation.engine import TurnEngine
    from coaching.models import Job
    from coaching.settings import Settings

EXPORTS_KEPT = timedelta(days=7)
"""An export holds a person's words, so its file is deleted after a week."""


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
    folder = engine.settings.data_dir / EXPORTS
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"{owner}-{now:%Y-%m-%d}.json"
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        json.dump(found, out, ensure_ascii=False)


def delete_old_exports(settings: Settings, *, now: datetime) -> int:
    """Delete the files of exports that were written longer ago than they are kept; count them."""
    folder = settings.data_dir / EXPORTS
    before = (now - EXPORTS_KEPT).timestamp()
    files = folder.glob("*.json") if folder.is_dir() else ()
    old = [file for file in files if file.stat().st_mtime < before]
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)


KIND = JobKind(KIND_NAME, run, at_once=1)
