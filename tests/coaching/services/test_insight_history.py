from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.services import briefings, corrections, insight_history
from coaching.services.briefings import Run
from coaching.services.corrections import Target
from coaching.values.enums import Trigger, Verdict
from tests.support import cast, factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

FIRST = "They look away from the post."
SECOND = "They opened one letter at work."


async def written(
    db: Db, clock: FrozenClock, owner: UUID, story: str, trigger: Trigger, boundary: str
) -> None:
    clock.move(timedelta(days=1))
    output = strategy.output(journey_narrative=story, hypothesis="", one_sentence="You are here.")
    async with db.unit(owner, write=True) as s:
        await briefings.store(s, owner, output, Run(trigger, boundary, "m"), at=clock.now())


async def story(db: Db, clock: FrozenClock) -> tuple[UUID, list[insight_history.Version]]:
    owner = await cast.join(db, cast.IN_DEBT)
    await written(db, clock, owner, FIRST, Trigger.ONBOARDING, "onboarding")
    session = await factories.conversation(db, owner, at=clock.now())
    turn = await factories.exchange(db, owner, session, at=clock.now())
    await written(db, clock, owner, SECOND, Trigger.URGENT, f"urgent:{turn.id}")
    async with db.unit(owner) as s:
        return owner, await insight_history.history(s, owner)


async def test_a_version_shows_what_is_new_and_what_is_gone(db: Db, clock: FrozenClock) -> None:
    _, (first, second) = await story(db, clock)

    assert first.letter == ("You are here.", "You look away from the post.")
    assert (first.new, first.gone) == ((), ())
    assert second.new == ("You opened one letter at work.",)
    assert second.gone == ("You look away from the post.",)


@pytest.mark.both_databases
async def test_a_version_names_the_conversation_that_caused_it(db: Db, clock: FrozenClock) -> None:
    _, (first, second) = await story(db, clock)

    assert (first.cause.trigger, first.cause.session_number) == (Trigger.ONBOARDING, 0)
    assert (second.cause.trigger, second.cause.session_number) == (Trigger.URGENT, 1)


async def test_what_was_corrected_since_is_in_no_version(db: Db, clock: FrozenClock) -> None:
    owner, _ = await story(db, clock)
    async with db.unit(owner, write=True) as s:
        await corrections.correct(
            s, owner, Target("story:1", FIRST), Verdict.NOT_TRUE, at=clock.now()
        )

    async with db.unit(owner) as s:
        first, second = await insight_history.history(s, owner)

    assert first.letter == ("You are here.",)
    assert second.gone == ()
