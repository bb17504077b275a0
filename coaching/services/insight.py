"""What Toney thinks: everything it believes of a person, for them to read and to correct (K20)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.clock import local_day
from coaching.errors import InvalidInput, NotFound
from coaching.memory.belief import Belief
from coaching.memory.beliefs import beliefs
from coaching.memory.corrections import purged
from coaching.memory.evidence import Basis, Quote, said_in
from coaching.memory.intel import Intel
from coaching.memory.known import Known
from coaching.models import ObserverSignal
from coaching.repositories import analytics, briefings, cards, messages, profiles, signals, wins
from coaching.repositories import intel as intel_rows
from coaching.repositories import memories as memory_rows
from coaching.services import corrections, hypotheses, memories, memory_writer
from coaching.services import intel as intel_service
from coaching.services.briefings import is_outdated
from coaching.services.corrections import Target
from coaching.services.do_not_repeat import Unspoken, may_repeat, unspoken
from coaching.services.insight_history import Cause, cause_of
from coaching.text.similarity import is_about
from coaching.values.enums import (
    HypothesisStatus,
    MemorySource,
    PrescribedBy,
    RetiredBecause,
    Verdict,
)
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachMemory, Correction, Message
    from coaching.services.safety_events import Kept

__all__ = [
    "Basis",
    "Belief",
    "Insight",
    "answer_waiting",
    "asks",
    "correct",
    "home_sentence",
    "last_off_track",
    "off_track",
    "page",
    "undo",
]

OFF_TRACK = "guess:off_track:"
MOST_SIGNALS = 12  # the newest; the page stays readable
MOST_MEMORIES, ALL_MEMORIES = 30, 10_000
MOST_MESSAGES = 200  # in which the words behind a sentence are looked for


@dataclass(frozen=True, slots=True)
class Insight:
    """The page: items in order, the memories that ask first, and which version this is."""

    items: tuple[Belief, ...]
    waiting: tuple[CoachMemory, ...]
    version: int = 0
    written_at: datetime | None = None
    cause: Cause | None = None
    has_more: bool = False
    """There are more memories than were asked for."""


async def page(s: AsyncSession, owner: UUID, *, at: datetime, most: int = MOST_MEMORIES) -> Insight:
    """Return what Toney thinks now, with so many memories at most."""
    known, before = await _known(s, owner, at=at, most=most + 1), await unspoken(s, owner)
    has_more = len(known.memories) > most
    known = replace(known, memories=known.memories[:most])
    row = known.briefing
    return Insight(
        items=tuple(_sayable(beliefs(known), before)),
        waiting=await _waiting(s, owner, before, at=at),
        version=row.version if row else 0,
        written_at=row.created_at if row else None,
        cause=await cause_of(s, owner, row) if row else None,
        has_more=has_more,
    )


async def home_sentence(s: AsyncSession, owner: UUID) -> str:
    """Return the one sentence for home, without what was corrected; empty when it is outdated."""
    row = await briefings.latest(s, owner)
    if row is None or not row.one_sentence or await is_outdated(s, owner, row):
        return ""
    for said in await corrections.holding(s, owner):
        # It may be two sentences: what is not true of it is not shown in part either.
        if said.said == row.one_sentence and said.verdict is not Verdict.TRUE:
            return said.instead if said.verdict is Verdict.DIFFERENTLY else ""
    if not may_repeat(row.one_sentence, await unspoken(s, owner)):
        return ""
    return purged(row.one_sentence, await corrections.binding(s, owner))


async def asks(s: AsyncSession, owner: UUID, *, at: datetime) -> bool:
    """Return True if a sensitive memory waits for the person's yes."""
    return bool(await _waiting(s, owner, await unspoken(s, owner), at=at))


async def correct(
    s: AsyncSession, owner: UUID, item: str, verdict: Verdict, instead: str = "", *, at: datetime
) -> Kept[Correction]:
    """Apply a correction to an item: it is removed, or replaced by their words, everywhere."""
    known = await _known(s, owner, at=at, most=ALL_MEMORIES)
    belief = next((found for found in beliefs(known) if found.id == item), None)
    if belief is None:
        raise NotFound("no such item")
    if verdict is Verdict.DIFFERENTLY and belief.section == "noticed":
        raise InvalidInput({"verdict": "what was noticed is deleted or not used, not reworded"})
    if verdict is Verdict.DIFFERENTLY and not belief.may_reword:
        raise InvalidInput({"verdict": "what is set aside is true again or deleted, not reworded"})
    taken = await _take(s, owner, belief, verdict, instead, at=at)
    said = await corrections.correct(
        s, owner, Target(item, belief.said, taken), verdict, instead, at=at
    )
    if belief.section == "guess":
        await _answer_guess(s, owner, verdict, at)
    await analytics.add(
        s, owner, UsageEvent.BELIEF_ANSWERED, at=at, verdict=verdict, section=belief.section
    )
    return said


async def undo(s: AsyncSession, owner: UUID, correction_id: UUID, *, at: datetime) -> None:
    """Undo a correction, and restore what it removed."""
    row = await corrections.withdraw(s, owner, correction_id, at=at)
    if "signal" in row.taken:
        s.add(ObserverSignal.model_validate(row.taken["signal"]))
    if "memory" in row.taken:
        back = await memories.rewrite(s, owner, _row_id(row.item), row.taken["memory"], at=at)
        back.row.source = MemorySource(row.taken.get("source", back.row.source))
    if "guess" in row.taken:
        await hypotheses.bring_back(s, owner, UUID(row.taken["guess"]), at=at)
    if row.verdict is Verdict.TRUE and row.item.startswith("guess:"):
        await hypotheses.open_again(s, owner, at=at)
    if corrections.DECLINED in row.taken:
        taken = row.taken[corrections.DECLINED]
        await memory_writer.put_back(s, owner, _row_id(row.item), taken, at=at)
    await s.flush()


async def answer_waiting(
    s: AsyncSession, owner: UUID, memory_id: UUID, *, may_keep: bool, at: datetime
) -> Correction | None:
    """Keep a sensitive memory, or let it go; return the no, which can be undone."""
    said = None
    if may_keep:
        await memories.allow(s, owner, memory_id, at=at)
    else:
        said = await memory_writer.decline(s, owner, memory_id, at=at)
    await analytics.add(s, owner, UsageEvent.MEMORY_ANSWERED, at=at, kept=may_keep)
    return said


async def off_track(s: AsyncSession, owner: UUID, replies: Iterable[str], *, at: datetime) -> str:
    """Drop the guess if one of these replies told it; return what it said, else nothing."""
    guess = await hypotheses.current(s, owner)
    briefing = await briefings.latest(s, owner)
    said = guess.text if guess else briefing.hypothesis if briefing else ""
    if not any(is_about(said, reply) for reply in replies):
        return ""
    if guess is not None:
        await hypotheses.retire(s, owner, guess.id, because=RetiredBecause.OFF_TRACK, at=at)
    item = f"{OFF_TRACK}{at.isoformat()}"
    taken = {"guess": str(guess.id)} if guess else {}
    await corrections.correct(s, owner, Target(item, said, taken), Verdict.NOT_TRUE, at=at)
    return said


async def last_off_track(s: AsyncSession, owner: UUID, *, since: datetime) -> Correction | None:
    """Return the correction that an 'off track' just made, for its undo."""
    rows = [row for row in await corrections.holding(s, owner) if row.created_at >= since]
    return next((row for row in reversed(rows) if row.item.startswith(OFF_TRACK)), None)


def _sayable(found: Iterable[Belief], before: Unspoken) -> Iterable[Belief]:
    """Leave out what was said in danger or about abuse, as an item and as its evidence."""
    for belief in found:
        if may_repeat(belief.text, before) and may_repeat(belief.said, before):
            quotes = tuple(quote for quote in belief.quotes if may_repeat(quote.words, before))
            yield replace(belief, quotes=quotes)


async def _waiting(
    s: AsyncSession, owner: UUID, before: Unspoken, *, at: datetime
) -> tuple[CoachMemory, ...]:
    return tuple(
        memory
        for memory in await memories.waiting(s, owner, at=at)
        if may_repeat(f"{memory.content}\n{memory.quote}", before)
    )


async def _known(s: AsyncSession, owner: UUID, *, at: datetime, most: int) -> Known:
    person = await profiles.require(s, owner)
    briefing = await briefings.latest(s, owner)
    row = await intel_rows.find(s, owner)
    seen = await signals.newest(s, owner, limit=MOST_SIGNALS)
    held = await memories.active(s, owner, at=at, limit=most)
    told = await messages.by_person(s, owner, limit=MOST_MESSAGES)
    guess = await hypotheses.current(s, owner)
    return Known(
        language=person.locale,
        briefing=briefing,
        hypothesis=guess.text if guess else person.hypothesis if briefing is None else "",
        is_guess_true=guess is not None and guess.status is HypothesisStatus.SUPPORTED,
        intel=intel_service.as_intel(row) if row else Intel(),
        signals=[*reversed(seen)],
        memories=held,
        aside=await memory_rows.set_aside(s, owner, limit=MOST_MEMORIES),
        cards=await cards.for_user(s, owner),
        said=await _said(s, owner, told, person.emotional_why, person.created_at),
        corrections=await corrections.holding(s, owner),
        binding=await corrections.binding(s, owner),
        is_outdated=briefing is not None and await is_outdated(s, owner, briefing),
        today=local_day(at, person.time_zone).isoformat(),
        turns={row.id: row.turn_id for row in told if row.turn_id is not None},
    )


async def _said(
    s: AsyncSession, owner: UUID, rows: Sequence[Message], why: str, since: datetime
) -> list[Quote]:
    """Return the person's own words, by sentence: their why, messages, wins and saved cards."""
    kept = [
        (text, card.created_at)
        for card in await cards.for_user(s, owner)
        if card.prescribed_by is not PrescribedBy.STRATEGIST
        for text in (card.title, card.content)
    ]
    won = [(win.text, win.created_at) for win in await wins.for_user(s, owner)]
    told: Sequence[tuple[str, datetime]] = [(row.text, row.created_at) for row in rows]
    return said_in([(why, since), *kept, *won, *told])


async def _take(
    s: AsyncSession, owner: UUID, belief: Belief, verdict: Verdict, instead: str, *, at: datetime
) -> dict[str, Any]:
    """Change the row behind an item; return what an undo puts back."""
    if belief.section == "remembers":
        return await _take_memory(s, owner, belief, verdict, instead, at=at)
    if verdict is Verdict.DELETED and belief.section == "noticed":
        row = await signals.remove(s, owner, _row_id(belief.id)) if _has_row(belief.id) else None
        return {"signal": row.model_dump(mode="json")} if row is not None else {}
    return {}


async def _take_memory(
    s: AsyncSession, owner: UUID, belief: Belief, verdict: Verdict, instead: str, *, at: datetime
) -> dict[str, Any]:
    memory_id = _row_id(belief.id)
    if verdict is Verdict.TRUE and belief.is_aside:
        await memories.bring_back(s, owner, memory_id, at=at)
    if verdict is Verdict.DELETED:
        await memories.forget(s, owner, memory_id, at=at)
    if verdict is Verdict.DIFFERENTLY:
        source = (await memories.require(s, owner, memory_id)).source
        await memories.rewrite(s, owner, memory_id, instead, at=at)
        return {"memory": belief.said, "source": source.value}
    return {}


async def _answer_guess(s: AsyncSession, owner: UUID, verdict: Verdict, at: datetime) -> None:
    row = await hypotheses.current(s, owner)
    if row is None:
        return
    if verdict is Verdict.TRUE:
        await hypotheses.support(s, owner, row.id, at=at)
    else:
        await hypotheses.retire(s, owner, row.id, because=RetiredBecause.REJECTED, at=at)


def _row_id(item: str) -> UUID:
    return UUID(item.partition(":")[2])


def _has_row(item: str) -> bool:
    try:
        _row_id(item)
    except ValueError:
        return False
    return True
