"""Which sentences the page shows, and that it shows none twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.memory.evidence import Basis
from coaching.models import CoachMemory, ObserverSignal
from coaching.values.enums import SignalType
from tests.support import factories, strategy
from tests.support.insights import SAID, briefed, item, page, talked

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.models import Turn
    from coaching.repositories.db import Db


async def seen(
    db: Db, turn: Turn, clock: FrozenClock, kind: SignalType = SignalType.EMOTIONAL
) -> None:
    row = ObserverSignal(
        user_id=turn.user_id,
        session_id=turn.conversation_id,
        turn_id=turn.id,
        ordinal=0,
        signal_type=kind,
        content="Says they feel shame: jargon",
        quote="I said yes before I thought",
        confidence=0.9,
        created_at=clock.now(),
    )
    async with db.unit(turn.user_id, write=True) as s:
        s.add(row)


async def test_what_helps_holds_whole_sentences_and_cards_in_use(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    await factories.card(db, owner, "One look", times_completed=3)
    await factories.card(db, owner, "Not used", times_completed=1)
    helped = "You told your brother that you would look on Sunday."
    found = strategy.intel(breakthroughs=[helped, "Honestly?", "so he wont see it straight away"])
    await briefed(db, clock, owner, session, intel=found, leverage="Strength: calm.")

    helps = [i.text for i in (await page(db, clock, owner)).items if i.section == "helps"]

    assert helps == [helped, "You’ve used your card “One look” 3 times."]


async def test_a_quote_is_shown_once(db: Db, clock: FrozenClock) -> None:
    owner, session, turn = await talked(db, clock)
    await briefed(db, clock, owner, session)
    await seen(db, turn, clock)

    items = (await page(db, clock, owner)).items
    shown = [quote.words for item in items for quote in item.quotes]
    shown += [item.text for item in items if SAID in item.text]

    assert shown == [SAID]


async def test_neither_a_scene_nor_another_subject_is_shown_as_something_noticed(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, turn = await talked(db, clock)
    await seen(db, turn, clock, SignalType.TOPIC_SHIFT)
    scenes = strategy.intel(triggers=["Partner opens the spreadsheet"])
    await briefed(db, clock, owner, session, intel=scenes)

    items = (await page(db, clock, owner)).items

    assert [item for item in items if item.section == "noticed"] == []


async def test_a_scene_is_told_as_a_whole_sentence(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    scenes = strategy.intel(triggers=["When you open the post on Sunday"])
    await briefed(db, clock, owner, session, intel=scenes)

    items = (await page(db, clock, owner)).items

    assert "It can be hard when you open the post on Sunday." in [item.text for item in items]


async def test_what_they_saved_themselves_is_no_guess(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    await factories.card(db, owner, "Dread arrives before the envelope", prescribed_by=None)
    sentence = "You saved this as a card: “Dread arrives before the envelope”."
    await briefed(db, clock, owner, session, journey_narrative=sentence)

    (shown,) = [i for i in (await page(db, clock, owner)).items if i.text == sentence]

    assert shown.basis is Basis.TOLD


async def test_a_sentence_that_quotes_them_itself_is_not_said_to_be_a_guess_of_nothing_they_said(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    ours = f"When you started, you wrote “{SAID}”, and that is where we can begin together."
    await briefed(db, clock, owner, session, one_sentence=ours)

    found = await item(db, clock, owner, "When you started")

    assert found.quotes == ()
    assert found.basis in {Basis.READ, Basis.HALF, Basis.TOLD}


async def test_an_accepted_memory_that_names_toney_stays_in_the_list(
    db: Db, clock: FrozenClock
) -> None:
    owner, *_ = await talked(db, clock)
    said = "Toney asks how their call went."
    async with db.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content=said, created_at=clock.now()))

    assert said in [i.text for i in (await page(db, clock, owner)).items]
