from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.agents.context_loaders import load_recent
from coaching.content.catalogue import text
from coaching.repositories import jobs as job_rows
from coaching.repositories import messages
from coaching.repositories import signals as rows
from coaching.services import signals
from coaching.services.jobs import STRATEGIST
from coaching.services.signals import Around
from coaching.values.conversations import MessageRole
from coaching.values.corrections import Correction, Withheld
from coaching.values.enums import SignalType, Trigger, Verdict
from coaching.values.observation import Signal
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Job, Turn
    from coaching.repositories.db import Db

SAID = "I cried in the car park after my card got declined."


def signal(**changes: Any) -> Signal:
    values = {
        "signal_type": SignalType.EMOTIONAL,
        "content": "cried after a declined card",
        "quote": "I cried in the car park",
        "confidence": 0.9,
        "urgency_flag": False,
        **changes,
    }
    return Signal.model_validate(values)


async def turn_of(db: Db, owner: UUID) -> Turn:
    return await factories.exchange(db, owner, await factories.conversation(db, owner), text=SAID)


def test_a_signal_with_the_person_s_words_is_kept_as_it_is() -> None:
    assert signals.worth_keeping([signal()], SAID) == [signal()]


def test_a_quote_that_nobody_said_is_taken_out() -> None:
    (kept,) = signals.worth_keeping([signal(quote="I want to disappear")], SAID)

    assert kept.quote == ""


def test_quotation_marks_and_case_do_not_matter() -> None:
    (kept,) = signals.worth_keeping([signal(quote="“i cried in the CAR PARK”")], SAID)

    assert kept.quote == "“i cried in the CAR PARK”"


@pytest.mark.parametrize(("confidence", "count"), [(0.44, 0), (0.45, 1)])
def test_what_is_too_uncertain_is_left_out(confidence: float, count: int) -> None:
    assert len(signals.worth_keeping([signal(confidence=confidence)], SAID)) == count


def test_the_same_thing_twice_is_one_signal() -> None:
    twice = [signal(), signal(content="cried after a card, declined")]
    other = signal(signal_type=SignalType.PRACTICE_CHECKIN)

    assert signals.worth_keeping([*twice, other], SAID) == [signal(), other]


def test_a_change_of_topic_gives_way_to_what_says_more() -> None:
    shift = signal(
        signal_type="topic_shift", content="moves to the card", quote="card got declined"
    )
    again = signal(signal_type="topic_shift", content="goes back to work", quote="")
    same = signal(signal_type="topic_shift", content="tells of the car park")

    assert signals.worth_keeping([shift, again, same, signal()], SAID) == [signal(), shift]
    urgent = same.model_copy(update={"urgency_flag": True})
    assert signals.worth_keeping([signal(), urgent], SAID) == [urgent, signal()]


CAR = Correction(
    "You sit in the car for an hour some nights because you can't face going in.\n"
    "i sit in the car for an hour some nights",
    Verdict.DONT_USE,
    withheld=Withheld.WAITING,
)
TOLD = "work was long. i sit in the car for an hour some nights. then i bought the red coat"


@pytest.mark.parametrize(
    ("language", "content"),
    [("en", "You told me something private."), ("es-MX", "Hablamos de algo privado.")],
)
def test_a_signal_about_something_private_is_replaced_in_their_language(
    language: str, content: str
) -> None:
    seen = signal(content="You sit in the car because going in is hard.", quote="sit in the car")

    (kept,) = signals.worth_keeping([seen, seen], TOLD, Around([CAR], language=language))

    assert (kept.content, kept.quote, kept.confidence) == (content, "", seen.confidence)


@pytest.mark.parametrize(
    ("content", "quote", "left"),
    [
        ("You bought the red coat after a long day.", "bought the red coat", "bought the red coat"),
        ("You told something private.", "i sit in the car for an hour", ""),
        ("You feel flat when you come home.", "sit in the car", ""),
        ("You sold the car and now go on foot.", "work was long", "work was long"),
        ("You go to work for an hour on some nights.", "work was long", "work was long"),
    ],
)
def test_a_harmless_signal_beside_something_private_stays(
    content: str, quote: str, left: str
) -> None:
    (kept,) = signals.worth_keeping([signal(content=content, quote=quote)], TOLD, Around([CAR]))

    assert (kept.content, kept.quote) == (content, left)


def test_words_that_were_said_openly_make_no_signal_private() -> None:
    loan = replace(CAR, said="You took a loan from Priya for the wedding.\ntook a loan from priya")
    seen = signal(content="You look forward to Priya's wedding.", quote="")
    before = ["priya gets married in may and the wedding is in goa"]

    (kept,) = signals.worth_keeping([seen], "i cant wait", Around([loan], before))

    assert kept == seen
    (private,) = signals.worth_keeping([seen], "i cant wait", Around([loan]))
    assert private.content == "You told me something private."


async def test_the_last_signals_are_not_all_changes_of_topic(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    for number in range(13):
        kind = "emotional" if number == 0 else "topic_shift"
        turn = await turn_of(db, owner)
        found = [signal(signal_type=kind, content=f"saw {number}")]
        async with db.unit(owner, write=True) as s:
            await signals.store_for_turn(s, turn, found, source="claude", at=clock.now())
        clock.move(timedelta(minutes=1))

    async with db.unit(owner) as s:
        recent = await load_recent(s, owner)
    assert [seen.content for seen in recent.signals] == ["saw 0", "saw 11", "saw 12"]


async def test_a_second_run_replaces_what_the_first_one_saw(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    turn = await turn_of(db, owner)

    for found in ([signal(), signal(signal_type="topic_shift")], [signal(content="wept")]):
        async with db.unit(owner, write=True) as s:
            await signals.store_for_turn(s, turn, found, source="claude", at=clock.now())

    async with db.unit(owner) as s:
        (row,) = await rows.of_turn(s, owner, turn.id)
    assert (row.content, row.ordinal, row.session_id) == ("wept", 0, turn.conversation_id)


@pytest.mark.parametrize("gap", ["flat", "yes_but", "pushback", "refused"])
async def test_that_the_rules_lost_them_is_noted_in_their_language(
    db: Db, clock: FrozenClock, gap: str
) -> None:
    turn = await turn_of(db, await factories.person(db))
    async with db.unit(turn.user_id, write=True) as s:
        said = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.USER)
        assert said is not None
        said.meta = {"gap": gap}
        (row,) = await signals.store_for_turn(
            s, turn, [], source="offline", at=clock.now(), language="es"
        )

    assert row.content == text("es", f"coach.signal.{gap}") != text("en", f"coach.signal.{gap}")


async def urgent_run(db: Db, turn: Turn, clock: FrozenClock) -> bool:
    async with db.unit(turn.user_id, write=True) as s:
        return await signals.ask_for_urgent_run(s, turn, at=clock.now())


async def newest_urgent(db: Db, owner: UUID) -> Job | None:
    async with db.unit(owner) as s:
        return await job_rows.newest_with_trigger(s, owner, STRATEGIST, Trigger.URGENT)


async def test_an_urgent_turn_asks_once_in_six_hours(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    first, second, third = [await factories.exchange(db, owner, session) for _ in range(3)]

    assert await urgent_run(db, first, clock)
    clock.move(timedelta(hours=5, minutes=59))
    assert not await urgent_run(db, second, clock)
    clock.move(timedelta(minutes=1))
    assert await urgent_run(db, third, clock)

    newest = await newest_urgent(db, owner)
    assert newest is not None
    assert newest.payload["boundary"] == f"urgent:{third.id}"
    assert newest.payload["conversation_id"] == str(session.id)


async def test_each_person_has_their_own_six_hours(db: Db, clock: FrozenClock) -> None:
    one, other = [await turn_of(db, await factories.person(db)) for _ in range(2)]

    assert await urgent_run(db, one, clock)
    assert await urgent_run(db, other, clock)
