"""The memories that a run of the Strategist chooses for “What Toney thinks”."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coaching.models import Correction
from coaching.repositories import memories
from coaching.services import insight, tidying
from coaching.values.enums import MemorySource, Verdict
from tests.support import factories, strategy
from tests.support.insights import briefed, say, seen, talked
from tests.support.remembering import CALLED, aside, held, remembered

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

ANA = "Your sister Ana lives with you in Leeds."
BOILER = "She lent you 300 for the boiler."
CLEAR = "Your sister Ana lent you 300 for the boiler."


async def choose(db: Db, clock: FrozenClock, owner: UUID, *page: str) -> None:
    """Let a run that has read all memories choose some of them."""
    output = strategy.output(page=list(page))
    async with db.unit(owner, write=True) as s:
        read = [row.id for row in await memories.active(s, owner, now=clock.now())]
        await tidying.tidied(s, owner, output, read=read, at=clock.now())


async def shown(db: Db, clock: FrozenClock, owner: UUID) -> set[str]:
    async with db.unit(owner) as s:
        found = (await insight.page(s, owner, at=clock.now())).items
    return {belief.text for belief in found if not belief.is_aside}


async def test_the_page_shows_what_a_run_has_chosen_and_folds_the_rest(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    ana, called = await remembered(db, owner, ANA), await remembered(db, owner, CALLED)
    assert await shown(db, clock, owner) == {ANA, CALLED}

    await choose(db, clock, owner, str(called.id))

    assert await shown(db, clock, owner) == {CALLED}
    assert await aside(db, clock, owner) == {ANA}
    await choose(db, clock, owner)  # an answer that chose nothing
    assert await shown(db, clock, owner) == {CALLED}
    await choose(db, clock, owner, str(ana.id))
    assert await shown(db, clock, owner) == {ANA}


async def test_the_story_is_folded_beside_chosen_memories(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    story = "You left the letters closed. You opened two letters with your sister."
    await briefed(db, clock, owner, session, journey_narrative=story)
    ana = await remembered(db, owner, ANA)
    told = "You left the letters closed."
    assert told in await shown(db, clock, owner)

    await choose(db, clock, owner, str(ana.id))

    assert told in await aside(db, clock, owner)
    assert ANA in await shown(db, clock, owner)


async def test_what_was_said_since_the_run_is_shown_by_rules(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    ana = await remembered(db, owner, ANA)
    await choose(db, clock, owner, str(ana.id))

    await remembered(db, owner, CALLED)

    assert await shown(db, clock, owner) == {ANA, CALLED}


async def test_of_two_chosen_memories_that_tell_the_same_the_longer_one_is_shown(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    short = await remembered(db, owner, "Ana lent you 300 for the boiler.")
    long = await remembered(db, owner, "Your sister Ana lent you 300 for the boiler in October.")
    other = await remembered(db, owner, "You lent your sister Ana 300 for the car.")

    await choose(db, clock, owner, *(str(row.id) for row in (short, long, other)))

    assert await shown(db, clock, owner) == {long.content, other.content}
    assert await aside(db, clock, owner) == {short.content}


async def test_a_run_says_a_memory_more_plainly(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await remembered(db, owner, ANA)
    row = await remembered(db, owner, BOILER, quote="she lent me 300 for the boiler")

    await choose(db, clock, owner, f"{row.id}: {CLEAR}")

    assert set(await held(db, clock, owner)) == {CLEAR, ANA}
    assert await shown(db, clock, owner) == {CLEAR}


async def test_a_figure_that_is_no_more_may_go(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    row = await remembered(db, owner, "Your deposit fund has 212 euro in it, not 300.")
    plain = "Your deposit fund has 212 euro in it."

    await choose(db, clock, owner, f"{row.id}: {plain}")

    assert await held(db, clock, owner) == [plain]


@pytest.mark.parametrize(
    ("content", "columns", "new"),
    [
        (BOILER, {"source": MemorySource.WRITTEN}, CLEAR),
        (BOILER, {"is_pinned": True}, CLEAR),
        ("You don’t want to talk about your father.", {}, "You want to talk about your father."),
        (BOILER, {}, "You are afraid of the landlord’s letters."),
        ("You no longer hide the letters from Ben.", {}, "You hide the letters from Ben."),
        ("Le cuentas todo a Ana.", {}, "Ya no le cuentas nada a Ana."),
        (BOILER, {}, "Your sister lent you 3,000 for the boiler."),
        (BOILER, {}, "You lent your sister Ana 300 for the boiler."),
        ("Tu hermana Ana te debe 300.", {}, "Le debes 300 a tu hermana Ana."),
        (BOILER, {}, "Your aunt Ines lent you 300 for the boiler."),
        (BOILER, {}, "She lent you 300 for the boiler with the card 4111 1111 1111 1111."),
    ],
)
async def test_a_new_sentence_is_left_out_where_it_says_something_else_or_the_old_one_is_theirs(
    db: Db, clock: FrozenClock, content: str, columns: dict[str, Any], new: str
) -> None:
    owner = await factories.person(db)
    row = await remembered(db, owner, content, **columns)

    await choose(db, clock, owner, f"{row.id}: {new}")

    assert await held(db, clock, owner) == [content]


async def test_a_new_sentence_never_says_again_what_they_took_back(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    row = await remembered(db, owner, BOILER)
    said = Correction(user_id=owner, item="remembers:old", said=CLEAR, verdict=Verdict.NOT_TRUE)
    async with db.unit(owner, write=True) as s:
        s.add(said)

    await choose(db, clock, owner, f"{row.id}: {CLEAR}")

    assert await held(db, clock, owner) == [BOILER]


async def test_what_was_only_noted_is_folded_beside_chosen_memories(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, turn = await talked(db, clock)
    bought, eased = (
        "You had enough left for the train.",
        "Your sister sat beside you, and that made the letters less bad.",
    )
    notes = strategy.intel(breakthroughs=[bought, eased])
    await briefed(db, clock, owner, session, intel=notes)
    ana = await remembered(db, owner, ANA)
    noted = "You told the clerk that you would rather wait."
    await seen(db, turn, clock, content=noted)
    assert {bought, eased, noted} <= await shown(db, clock, owner)

    await choose(db, clock, owner, str(ana.id))

    assert {bought, noted} <= await aside(db, clock, owner)
    assert eased in await shown(db, clock, owner)
    await say(db, clock, owner, "You told the clerk", Verdict.TRUE)
    assert noted in await shown(db, clock, owner)
