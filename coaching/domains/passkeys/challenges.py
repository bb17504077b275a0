"""Challenges of both apps: each is used up before its answer is checked.

Only the browser that asked may answer: `browser` is its session's token, or a cookie before
sign-in.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.passkeys import ceremony, queries
from coaching.errors import Unauthenticated
from coaching.services import keys

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.domains.passkeys.ceremony import Answer
    from coaching.domains.passkeys.models import Purpose
    from coaching.repositories.db import Db

GOOD_FOR = timedelta(minutes=5)
_LATE = "That took too long. Please try again."


async def ask(db: Db, purpose: Purpose, browser: str, now: datetime) -> bytes:
    """Store and return a new challenge."""
    challenge = ceremony.new_challenge()
    async with db.system("sign-in", write=True) as s:
        hashed = keys.token_hash(browser)
        await queries.ask(s, purpose, hashed, ceremony.as_text(challenge), until=now + GOOD_FOR)
    return challenge


async def take(db: Db, purpose: Purpose, browser: str, answer: Answer, now: datetime) -> bytes:
    """Use up the challenge that an answer is to, in its own unit: a wrong answer costs it."""
    challenge = ceremony.challenge_in(answer)
    async with db.system("sign-in", write=True) as s:
        hashed = keys.token_hash(browser)
        if not await queries.take(s, purpose, hashed, ceremony.as_text(challenge), now=now):
            raise Unauthenticated("no such challenge", say=_LATE)
    return challenge
