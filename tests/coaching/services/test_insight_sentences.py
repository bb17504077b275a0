"""Which sentences the page shows, and that it shows none twice."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.memory.clear_items import has_helped
from coaching.memory.evidence import Basis
from coaching.models import CoachMemory
from coaching.values.enums import SignalType
from tests.support import factories, strategy
from tests.support.insights import EDGES, SAID, briefed, item, page, seen, talked

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


async def test_what_helps_holds_whole_sentences_and_cards_in_use(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    await factories.card(db, owner, "One look", times_completed=3)
    await factories.card(db, owner, "Not used", times_completed=1)
    helped = "You told your brother that you would look on Sunday, and that made it easier."
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

    assert [item for item in items if item.section == "noticed" and not item.is_aside] == []


async def test_what_was_noticed_is_told_to_the_person_with_their_words_behind_it(
    db: Db, clock: FrozenClock
) -> None:
    owner, _, turn = await talked(db, clock)
    told = "You felt ashamed when you had agreed to pay."
    await seen(db, turn, clock, content=told)

    (shown,) = [i for i in (await page(db, clock, owner)).items if i.section == "noticed"]

    assert (shown.text, [quote.words for quote in shown.quotes]) == (told, [SAID])


async def test_a_note_that_names_nothing_is_not_shown(db: Db, clock: FrozenClock) -> None:
    owner, _, turn = await talked(db, clock)
    await seen(db, turn, clock, content="You told something private and laughed about it.")

    items = (await page(db, clock, owner)).items

    shown = " ".join(item.text for item in items)
    assert "private" not in shown
    assert SAID not in shown


async def test_a_boundary_that_is_remembered_word_for_word_is_shown_once(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    said = "You keep the figures to yourself."
    async with db.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content=said, created_at=clock.now()))
    notes = [f"boundary: {said}"]
    await briefed(db, clock, owner, session, intel=strategy.intel(coaching_notes=notes))

    assert [i.section for i in (await page(db, clock, owner)).items if i.text == said] == [
        "remembers"
    ]


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        (
            "I call Ruan on Saturday by voice.",
            "You told me: “I call Ruan on Saturday by voice.”",
        ),
        ("You call Ruan on Saturday.", "You call Ruan on Saturday."),
    ],
)
async def test_a_memory_in_their_own_words_is_quoted(
    db: Db, clock: FrozenClock, content: str, shown: str
) -> None:
    owner, _, _ = await talked(db, clock)
    async with db.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content=content, created_at=clock.now()))

    remembers = [i.text for i in (await page(db, clock, owner)).items if i.section == "remembers"]

    assert remembers == [shown]


async def test_what_a_longer_memory_has_in_it_was_not_noticed_beside_it(
    db: Db, clock: FrozenClock
) -> None:
    owner, _, turn = await talked(db, clock)
    memory = "In December you bought the good cheese, 8 euros for a small piece, and liked it."
    async with db.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content=memory, created_at=clock.now()))
    await seen(db, turn, clock, content="You bought the good cheese, a small piece, and liked it.")

    items = [i.text for i in (await page(db, clock, owner)).items]

    assert items.count(memory) == 1
    assert not any(text.startswith("You bought the good cheese") for text in items)


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


async def test_a_memory_in_lower_case_is_shown_as_a_sentence_and_not_as_raw_chat(
    db: Db, clock: FrozenClock
) -> None:
    owner, *_ = await talked(db, clock)
    said = "your card is at 2640, not 2100"
    memory = CoachMemory(user_id=owner, content=said, quote="its 2640 lol", created_at=clock.now())
    async with db.unit(owner, write=True) as s:
        s.add(memory)

    shown = [i.text for i in (await page(db, clock, owner)).items if i.section == "remembers"]

    assert shown == ["Your card is at 2640, not 2100."]


@pytest.mark.parametrize(
    ("note", "helped"),
    [
        ("You logged in on Sunday with your sister beside you.", True),
        ("You told him that you will call on Saturday.", True),
        ("Walking to the shop with cash has helped you buy less.", True),
        ("On Saturday, you will call him.", False),
        ("You want to open the letters with your sister.", False),
        ("Next week you open the letters together.", False),
        ("A pause before you pay could help you.", False),
        ("Toney asked you to wait, and you did.", False),
        ("We talked about the letters that you keep.", False),
        ("That you waited a day was good for you.", False),
        ("Esperaste un día antes de comprar.", True),
        ("Tu hermana se sentó contigo y pudiste abrir la carta.", True),
        ("Vas a llamar a tu hermano el sábado.", False),
        ("Llamarás a tu hermano con calma.", False),
        ("Toney te recordó la pausa que tienes.", False),
    ],
)
def test_only_what_happened_and_was_theirs_has_helped(note: str, *, helped: bool) -> None:
    assert has_helped(note) is helped


async def test_a_plan_is_not_shown_as_something_that_helps(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    notes = ["You will ring the bank on Monday morning.", "You rang the bank with your aunt."]
    await briefed(db, clock, owner, session, intel=strategy.intel(breakthroughs=notes))

    helps = [i.text for i in (await page(db, clock, owner)).items if i.section == "helps"]

    assert helps == notes[1:]


async def test_what_a_memory_says_is_not_said_again_as_something_that_helps(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    memory = "You opened the blue letters with your sister."
    async with db.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content=memory, created_at=clock.now()))
    other = "You rang the bank from your aunt’s kitchen."
    notes = ["With your sister you opened the blue letters on Sunday.", other]
    await briefed(db, clock, owner, session, intel=strategy.intel(breakthroughs=notes))

    items = (await page(db, clock, owner)).items

    assert [i.text for i in items if i.section == "helps"] == [other]
    assert memory in [i.text for i in items]


async def test_a_lens_is_shown_when_they_said_so_on_three_days(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    later = "I looked at my account and my hands stayed calm."
    clock.move(timedelta(days=1))
    await factories.exchange(db, owner, session, later, at=clock.now())
    again = "I opened the app on the bus and read the balance aloud."
    clock.move(timedelta(days=1))
    await factories.exchange(db, owner, session, again, at=clock.now())
    three = [SAID, later, again]
    edges = {
        "self_receiving": {"status": "active", "evidence": three, "note": ""},
        "financial_awareness": {"status": "stabilizing", "evidence": three, "note": ""},
        "decision_confidence": {"status": "stabilizing", "evidence": [later, again], "note": ""},
    }
    await briefed(db, clock, owner, session, growth_edges={**EDGES, **edges})

    (grows,) = [i for i in (await page(db, clock, owner)).items if i.section == "grows"]

    assert grows.text == "Looking at your money seems to be getting easier for you."


async def test_a_sentence_that_needs_the_one_before_it_is_shown_with_it(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    story = "You rang the bank. It was easier than you thought. You slept well."
    await briefed(db, clock, owner, session, journey_narrative=story)

    told = [i.text for i in (await page(db, clock, owner)).items if i.section == "story"]

    assert told[1:] == ["You rang the bank. It was easier than you thought.", "You slept well."]
