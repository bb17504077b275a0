from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from sqlalchemy.exc import IntegrityError

from coaching.content import load_onboarding
from coaching.errors import NotFound
from coaching.models import Hypothesis
from coaching.repositories import hypotheses as rows
from coaching.repositories import profiles
from coaching.services import hypotheses
from coaching.values.enums import HypothesisStatus, RetiredBecause
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

GUESS = "Giving may be how you learned to belong."


async def guess(db: Db, owner: UUID, text: str = GUESS, **columns: Any) -> Hypothesis:
    columns.setdefault("created_at", factories.MONDAY_MORNING)
    row = Hypothesis(user_id=owner, text=text, updated_at=factories.MONDAY_MORNING, **columns)
    async with db.unit(owner, write=True) as s:
        return await rows.add(s, owner, row)


async def test_there_is_one_guess_at_a_time(db: Db) -> None:
    owner = await factories.person(db)
    await guess(db, owner)

    with pytest.raises(IntegrityError):
        await guess(db, owner, "Another one.")


@pytest.mark.both_databases
async def test_a_guess_that_is_used_is_supported(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    made = await guess(db, owner, sessions_without_support=1)

    async with db.unit(owner, write=True) as s:
        await hypotheses.support(s, owner, made.id, at=clock.now())

    async with db.unit(owner) as s:
        found = await hypotheses.current(s, owner)
    assert found is not None
    assert (found.status, found.supported_at) == (HypothesisStatus.SUPPORTED, clock.now())
    assert found.sessions_without_support == 0


async def test_a_retired_guess_makes_room_and_stays_in_the_history(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    made = await guess(db, owner)

    async with db.unit(owner, write=True) as s:
        await hypotheses.retire(s, owner, made.id, because=RetiredBecause.OFF_TRACK, at=clock.now())
    later = clock.now() + timedelta(days=1)
    other = await guess(db, owner, "Another one.", created_at=later)

    async with db.unit(owner) as s:
        current = await hypotheses.current(s, owner)
        history = await hypotheses.history(s, owner)
    assert current is not None
    assert current.id == other.id
    assert [row.text for row in history] == ["Another one.", GUESS]
    assert (history[1].because, history[1].retired_at) == (RetiredBecause.OFF_TRACK, clock.now())


async def test_a_retired_guess_does_not_come_back(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    made = await guess(db, owner)

    async with db.unit(owner, write=True) as s:
        await hypotheses.retire(s, owner, made.id, because=RetiredBecause.REJECTED, at=clock.now())
        await hypotheses.support(s, owner, made.id, at=clock.now())
        again = await hypotheses.retire(
            s, owner, made.id, because=RetiredBecause.UNSUPPORTED, at=clock.now()
        )

    assert (again.status, again.because) == (HypothesisStatus.RETIRED, RetiredBecause.REJECTED)


@pytest.mark.both_databases
async def test_the_profile_forgets_a_guess_that_was_retired(db: Db, clock: FrozenClock) -> None:
    rule, other = load_onboarding().hypothesis.rules[:2]
    owner = await factories.person(db, hypothesis=rule.text, hypothesis_rules=[rule.id, other.id])
    made = await guess(db, owner, rule.text)

    async with db.unit(owner, write=True) as s:
        await hypotheses.retire(s, owner, made.id, because=RetiredBecause.REJECTED, at=clock.now())

    async with db.unit(owner) as s:
        person = await profiles.require(s, owner)
    assert (person.hypothesis, person.hypothesis_rules) == ("", [other.id])


@pytest.mark.both_databases
async def test_a_guess_about_somebody_else_is_not_there(db: Db, clock: FrozenClock) -> None:
    made = await guess(db, await factories.person(db))
    owner = await factories.person(db)

    async with db.unit(owner, write=True) as s:
        for hypothesis_id in (made.id, uuid4()):
            with pytest.raises(NotFound):
                await hypotheses.retire(
                    s, owner, hypothesis_id, because=RetiredBecause.REJECTED, at=clock.now()
                )
