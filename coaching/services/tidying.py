"""Apply what a Strategist run says of memories, and keep each event in one place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import UUID

from coaching.memory.corrections import contradicts
from coaching.memory.evidence import days_behind, said_in
from coaching.memory.grounding import is_grounded
from coaching.memory.money_roles import is_turned
from coaching.memory.repeated import adds_nothing
from coaching.memory.same_event import tells_half
from coaching.memory.secrets import holds_secret
from coaching.repositories import memories, messages
from coaching.services import corrections
from coaching.services import memories as memory_service
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.services.setting_aside import confirmed, may_go
from coaching.text.content import content_words
from coaching.text.similarity import containment
from coaching.values.enums import MemoryState
from coaching.values.strategy import chosen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachMemory
    from coaching.values.strategy import StrategistOutput

MOST_SET_ASIDE = 6
"""Memories in one run; more would be a misreading."""
MOST_READ = 300
DAYS = 2
_DENIES = re.compile(
    r"\b(?:not(?! \S{0,2}\d)|\w+n[’']t|no longer|never|nobody|no one|nothing|without|stopped"
    r"|no(?! \S{0,2}\d)|nunca|jamás|nadie|nada|sin|tampoco|dejaste)\b",
    re.IGNORECASE,
)
"""Words that deny; “not 300” behind a figure only says what it was before."""
LEAST_SHARED = 0.3
"""Of the words of a new sentence; the others say who or what is meant."""


async def tidied(
    s: AsyncSession, owner: UUID, output: StrategistOutput, *, read: Iterable[UUID], at: datetime
) -> StrategistOutput:
    """Do to memories what a run says; return the output without what is told elsewhere.

    Memories that are over are set aside, and of those that it has `read` some are chosen for the
    page. A scene that is hard stays if the person spoke of it on two days, and what helped if no
    memory tells it.
    """
    await _set_aside(s, owner, output.over, at)
    told = await messages.by_person(s, owner)
    words = [row.text for row in told]
    await _choose(s, owner, dict(map(chosen, output.page)), set(read), words, at)
    held = await memories.active(s, owner, now=at, limit=MOST_READ)
    said = said_in((row.text, row.created_at) for row in told)
    intel = output.intel
    fewer = intel.model_copy(
        update={
            "triggers": [
                scene for scene in intel.triggers if len(days_behind(scene, said)) >= DAYS
            ],
            "breakthroughs": [
                text
                for text in intel.breakthroughs
                if not any(tells_half(memory.content, text) for memory in held)
            ],
        }
    )
    return output.model_copy(update={"intel": fewer})


async def _set_aside(s: AsyncSession, owner: UUID, over: Iterable[str], at: datetime) -> None:
    """Put memories away as replaced; one that says the same, if there is one, is what replaces it.

    Never what the person wrote, asked for, pinned or called true, never a boundary, and nothing
    that was said in danger.
    """
    before = await unspoken(s, owner)
    stands = await confirmed(s, owner)
    named = [row for row in [await _named(s, owner, text) for text in over] if row is not None]
    gone = [
        row
        for row in named
        if f"remembers:{row.id}" not in stands and may_repeat(row.content, before)
    ][:MOST_SET_ASIDE]
    held = await memories.active(s, owner, now=at, limit=MOST_READ)
    stay = [row for row in held if row not in gone]
    for row in gone:
        same = (other.id for other in stay if adds_nothing(row.content, other.content))
        row.superseded_by = next(same, None)
        row.state, row.active, row.updated_at = MemoryState.SUPERSEDED, False, at
    await s.flush()


async def _choose(
    s: AsyncSession,
    owner: UUID,
    texts: Mapping[str, str],
    read: set[UUID],
    said: Iterable[str],
    at: datetime,
) -> None:
    """Mark which memories are shown openly, and reword those with another sentence.

    A run that chose none decides nothing. What the person wrote or called true stays as it is. Each
    name and number of another sentence is in a memory or in what they `said`.
    """
    if not texts:
        return
    before, binding = await unspoken(s, owner), await corrections.binding(s, owner)
    stands = await confirmed(s, owner)
    held = await memories.active(s, owner, now=at, limit=MOST_READ)
    given = [*said, *(f"{row.content} {row.quote}" for row in held)]
    for row in held:
        if row.id not in read:
            continue
        text = texts.get(str(row.id))
        row.is_chosen = text is not None
        may_change = may_go(row) and f"remembers:{row.id}" not in stands
        is_fine = text and may_repeat(text, before) and contradicts(text, binding) is None
        if not (text and may_change and is_fine and _tells_the_same(text, row)):
            continue
        if is_grounded(text, row.content, given, at.date()):
            row.content, row.updated_at = text, at
    await s.flush()


def _tells_the_same(text: str, row: CoachMemory) -> bool:
    """Return True for a sentence of a memory's length that is about the same, without a secret.

    A denial may neither come nor go, but for a figure that is no more: “212, not 300”. Who lends,
    owes, pays, gives or asks stays who it was.
    """
    if is_turned(text, row.content):
        return False
    if (_DENIES.search(text) is None) is not (_DENIES.search(row.content) is None):
        return False
    own = content_words(f"{row.content} {row.quote}")
    is_same = containment(content_words(text), own) >= LEAST_SHARED
    return is_same and len(text) <= memory_service.CONTENT_MAX and not holds_secret(text)


async def _named(s: AsyncSession, owner: UUID, text: str) -> CoachMemory | None:
    try:
        row = await memories.find(s, owner, UUID(text))
    except ValueError:  # a note of the intel
        return None
    return row if row is not None and may_go(row) else None
