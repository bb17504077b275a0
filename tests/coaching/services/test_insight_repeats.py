"""That the page says nothing twice, and nothing that is over as if it weren't."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.memory.pruning import NOTHING_KNOWN
from coaching.models import CoachMemory
from coaching.repositories import messages
from coaching.services import insight
from coaching.values.conversations import SessionStatus
from coaching.values.enums import Verdict
from tests.support import strategy
from tests.support.insights import ONE, SAID, briefed, page, seen, talked

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


async def test_a_note_on_what_the_same_message_is_remembered_for_is_not_shown_beside_it(
    db: Db, clock: FrozenClock
) -> None:
    owner, _, turn = await talked(db, clock)
    await seen(db, turn, clock, content="You gave your brother money, as he asked.")
    async with db.unit(owner, write=True) as s:
        (message,) = await messages.by_person(s, owner, limit=1)
        told = "You said yes when your brother asked for money again."
        s.add(CoachMemory(user_id=owner, content=told, quote="I said yes", message_id=message.id))

    items = (await page(db, clock, owner)).items

    assert [i.text for i in items if i.section in {"noticed", "remembers"}] == [told]


async def test_a_note_is_an_older_one_once_the_next_run_has_read_it(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, turn = await talked(db, clock)
    note = "You felt ashamed when your brother asked again."
    await seen(db, turn, clock, content=note)
    before = [(item.text, item.is_aside) for item in (await page(db, clock, owner)).items]

    await briefed(db, clock, owner, session)

    after = [(item.text, item.is_aside) for item in (await page(db, clock, owner)).items]
    assert (note, False) in before
    assert (note, True) in after
    assert (note, False) not in after


async def test_a_story_from_before_the_last_conversation_is_an_older_note(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)
    before = [i.is_aside for i in (await page(db, clock, owner)).items if i.section == "story"]

    later = clock.now() + timedelta(hours=1)
    async with db.unit(owner, write=True) as s:
        s.add(session)
        session.session_status, session.last_message_at = SessionStatus.CLOSED, later

    after = [i.is_aside for i in (await page(db, clock, owner)).items if i.section == "story"]
    assert before == [False] * len(before)
    assert after == [True] * len(after)
    assert after


async def test_the_story_does_not_say_again_what_is_on_home(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    home = "You're working out what fewer shifts at the bakery will mean for you."
    story = "You stay off the betting app on Saturdays. Fewer shifts are what worries you now."
    await briefed(db, clock, owner, session, one_sentence=home, journey_narrative=story)

    shown = [i.text for i in (await page(db, clock, owner)).items if i.section == "story"]

    assert shown == [home, "You stay off the betting app on Saturdays."]


async def test_without_the_sentence_on_home_the_story_stays_whole(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    home = "You can come back to the drawer whenever you like."
    story = ["Your first answers are about the drawer.", "We talked of a first guess only."]
    await briefed(db, clock, owner, session, one_sentence=home, journey_narrative=" ".join(story))
    first = (await page(db, clock, owner)).items[0]

    async with db.unit(owner, write=True) as s:
        await insight.correct(s, owner, first.id, Verdict.NOT_TRUE, at=clock.now())

    shown = [i.text for i in (await page(db, clock, owner)).items if i.section == "story"]
    assert shown == story


async def test_a_story_that_an_older_version_left_empty_is_none(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session, journey_narrative=NOTHING_KNOWN)

    items = (await page(db, clock, owner)).items
    assert [i.text for i in items if i.section == "story"] == [ONE]


async def test_a_sentence_of_the_story_stays_for_the_one_after_it(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    asked = "You asked Mike for more hours, and he said after Christmas."
    async with db.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content=asked, created_at=clock.now()))
    needed = f"{asked} The weeks until then are hard."
    await briefed(db, clock, owner, session, journey_narrative=needed)

    items = (await page(db, clock, owner)).items
    assert [i.text for i in items if i.section == "remembers"] == [asked]
    assert [i.text for i in (await page(db, clock, owner)).items if i.section == "story"] == [
        ONE,
        asked,
        "The weeks until then are hard.",
    ]

    await briefed(db, clock, owner, session, journey_narrative=f"{asked} You sold the van.")

    assert [i.text for i in (await page(db, clock, owner)).items if i.section == "story"] == [
        ONE,
        "You sold the van.",
    ]


async def test_a_few_quoted_words_may_be_named_in_more_than_one_sentence(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    memory = "You want to say “not this month” to your sister."
    async with db.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content=memory, created_at=clock.now()))
    practised = "You practised saying “not this month” in the shower."
    await briefed(db, clock, owner, session, intel=strategy.intel(breakthroughs=[practised]))

    shown = [i.text for i in (await page(db, clock, owner)).items]

    assert {memory, practised} <= set(shown)


async def test_of_two_memories_that_say_the_same_the_one_that_tells_more_is_shown(
    db: Db, clock: FrozenClock
) -> None:
    owner, *_ = await talked(db, clock)
    more = "You have an appointment with Ms. Kaur at the credit union on 16 December."
    async with db.unit(owner, write=True) as s:
        for content in ("Your appointment with Ms. Kaur is on 16 December.", more):
            s.add(CoachMemory(user_id=owner, content=content, created_at=clock.now()))

    items = (await page(db, clock, owner)).items

    assert [i.text for i in items if i.section == "remembers"] == [more]


async def test_what_was_undecided_and_is_over_is_not_called_a_plan(
    db: Db, clock: FrozenClock
) -> None:
    owner, *_ = await talked(db, clock)
    content = "You might leave your phone in the kitchen on Friday."
    memory = CoachMemory(
        user_id=owner, content=content, due_on="2020-01-03", created_at=clock.now()
    )
    async with db.unit(owner, write=True) as s:
        s.add(memory)

    shown = [i.text for i in (await page(db, clock, owner)).items if i.section == "remembers"]

    assert shown == [f"Back then, you were thinking about this: {content}"]


async def test_a_memory_about_them_is_told_to_them(db: Db, clock: FrozenClock) -> None:
    owner, *_ = await talked(db, clock)
    memory = CoachMemory(
        user_id=owner, content="They work nights at a bakery.", created_at=clock.now()
    )
    async with db.unit(owner, write=True) as s:
        s.add(memory)

    shown = [i.text for i in (await page(db, clock, owner)).items if i.section == "remembers"]

    assert shown == ["You work nights at a bakery."]


async def test_a_scrap_of_a_message_is_shown_as_the_whole_sentence(
    db: Db, clock: FrozenClock
) -> None:
    owner, *_ = await talked(db, clock)
    content = "Your brother asked you for money again."
    async with db.unit(owner, write=True) as s:
        for quote in ("My brother asked", "that one"):
            about = content if quote != "that one" else "You like the blue cup best."
            s.add(CoachMemory(user_id=owner, content=about, quote=quote, created_at=clock.now()))

    items = (await page(db, clock, owner)).items

    found = {i.text: [q.words for q in i.quotes] for i in items if i.section == "remembers"}
    assert found == {content: [SAID], "You like the blue cup best.": []}
