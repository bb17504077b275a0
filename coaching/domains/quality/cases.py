"""Eval cases: flagged replies as examples, kept until somebody undoes them.

`toney eval flagged` plays them; an admin downloads them as a file of examples.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from coaching.domains.quality import queries, service
from coaching.domains.quality.models import EvalCase
from coaching.domains.quality.pseudonyms import Pseudonyms
from coaching.errors import Conflict, NotFound
from coaching.repositories import audit, profiles
from coaching.values.conversations import MessageRole
from coaching.values.enums import AdminRole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.domains.quality.service import Entry, Words
    from coaching.repositories.db import Db
    from coaching.values.quality import FlagKind

MOST_LINES = 12  # of the person, before a flagged reply; older ones change little in a replay
_NO_REPLY = "Only something about a reply can become an eval case."
_MADE = "This has already been made an eval case."


async def make(
    db: Db, admin: SignedInAdmin, kind: FlagKind, key: UUID, *, now: datetime
) -> Mapping[str, Any]:
    """Store an eval case of a flagged reply and return it; needs the person's grant.

    The case is a row of an example file: `id`, `lang`, `messages` (the person's lines up to the
    reply), `reply` and what was said of it, names and numbers replaced.
    """
    service.may_change(admin)
    found = await service.entry(db, kind, key, now=now)
    if not kind.is_about_a_reply or found.behind.conversation_id is None:
        raise Conflict("no reply", say=_NO_REPLY)
    if found.has_case:
        raise Conflict("a case is there", say=_MADE)
    words = await service.open_words(db, admin, kind, key, now=now)
    async with db.system("quality cases", write=True) as s:
        name = (await profiles.require(s, found.flag.user_id)).name
        example = _example(found, words, name)
        made = EvalCase(
            user_id=found.flag.user_id,
            kind=kind,
            entry=key,
            conversation_id=found.behind.conversation_id,
            example=example,
            made_by=admin.name,
            created_at=now,
        )
        s.add(made)
        await s.flush()
        await service.note(s, admin, "eval_case_made", found.flag, now)
    return example


async def undo(db: Db, admin: SignedInAdmin, kind: FlagKind, key: UUID, *, now: datetime) -> None:
    """Delete the eval case of an entry; raise `NotFound` without one."""
    service.may_change(admin)
    async with db.system("quality cases", write=True) as s:
        made = await queries.case_of(s, kind, key)
        if made is None:
            raise NotFound("no such case")
        await queries.remove_case(s, kind, key)
        await audit.add(
            s,
            actor=admin.name,
            action="eval_case_undone",
            subject=str(made.user_id),
            details={"kind": kind.value},
            at=now,
        )


async def find(db: Db, admin: SignedInAdmin, kind: FlagKind, key: UUID) -> Mapping[str, Any]:
    """Return the eval case that was made of an entry; empty without one, and for a viewer."""
    if admin.role is not AdminRole.ADMIN:
        return {}
    async with db.system("quality cases") as s:
        made = await queries.case_of(s, kind, key)
    return made.example if made is not None else {}


async def every(db: Db) -> Sequence[Mapping[str, Any]]:
    """Return every eval case as rows of an example file, oldest first."""
    async with db.system("quality cases") as s:
        return [made.example for made in await queries.cases(s)]


async def download(db: Db, admin: SignedInAdmin, *, now: datetime) -> str:
    """Return every case as a file of examples, one JSON object a line; it is written down."""
    service.may_change(admin)
    async with db.system("quality cases", write=True) as s:
        found = [made.example for made in await queries.cases(s)]
        await audit.add(
            s,
            actor=admin.name,
            action="eval_cases_downloaded",
            details={"cases": len(found)},
            at=now,
        )
    return "".join(f"{json.dumps(example, ensure_ascii=False)}\n" for example in found)


def _example(found: Entry, words: Words, name: str) -> dict[str, Any]:
    flag = found.flag
    own = [line.text for line in words.said if line.role == MessageRole.USER][-MOST_LINES:]
    replies = [line.text for line in words.said if line.role == MessageRole.COACH]
    *lines, reply, about = Pseudonyms(name).replace_in(
        [*own, replies[-1] if replies else "", "\n".join(words.texts)]
    )
    return {
        "id": f"{flag.kind.value}-{flag.id.hex[:8]}",
        "lang": flag.locale[:2],
        "messages": lines,
        "reply": reply,
        "about": about,
        "kind": flag.kind.value,
        "tension": flag.tension.value if flag.tension else "",
        "stage": found.stage.value if found.stage else "",
        "model": found.behind.model,
        "prompt": found.behind.prompt_hash,
    }
