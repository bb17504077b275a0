"""What a person can say of an alarm that was a mistake, and what is put back then."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.models import Proposal
from coaching.repositories import profiles, proposals
from coaching.services import mistaken_alarms, threads
from coaching.services import safety_events as dangers
from coaching.values.conversations import ProposalState
from coaching.values.people import PATTERN_NOTE
from coaching.values.tools import PROPOSAL_WAITS
from tests.support.mistaken import CRISIS, alarmed, takes_for_crisis
from tests.support.observed import SAID, finished
from toney_app.views.chat import present

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Turn
    from tests.support.bare_engine import BareEngine


@pytest.fixture(autouse=True)
def by_weight_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistaken_alarms, "may_be_denied", lambda text: text == SAID)


async def denies(engine: BareEngine, turn: Turn) -> None:
    async with engine.db.unit(turn.user_id, write=True) as s:
        await mistaken_alarms.denied(s, turn.user_id, at=engine.clock.now())


async def test_what_was_shown_stays_in_the_chat(engine: BareEngine) -> None:
    turn = await alarmed(engine)

    await denies(engine, turn)

    async with engine.db.unit(turn.user_id) as s:
        (*_, row) = (await threads.page(s, turn.user_id)).turns
    shown = present.turn(row, "AT", "en", engine.clock.now())
    assert (row.mistaken, shown.care, shown.category) == (
        "suicidality",
        present.MISTAKEN,
        "suicidality",
    )
    assert "thinking of ending your life" in shown.care_words


@pytest.mark.both_databases
async def test_a_proposal_that_was_closed_waits_for_as_long_as_it_had_left(
    engine: BareEngine,
) -> None:
    turn = await finished(engine)
    proposed = await proposal_of(engine, turn)
    engine.clock.move(timedelta(minutes=10))
    await takes_for_crisis(engine, turn)
    assert (await proposal_now(engine, turn, proposed)).state is ProposalState.EXPIRED
    engine.clock.move(timedelta(hours=1))

    await denies(engine, turn)

    after = await proposal_now(engine, turn, proposed)
    assert after.state is ProposalState.OPEN
    assert after.expires_at - engine.clock.now() == timedelta(minutes=20)


async def test_a_proposal_stays_closed_while_another_danger_stands(engine: BareEngine) -> None:
    turn = await finished(engine)
    proposed = await proposal_of(engine, turn)
    await takes_for_crisis(engine, turn)
    async with engine.db.unit(turn.user_id, write=True) as s:
        person = await profiles.require(s, turn.user_id)
        await dangers.note(s, person, CRISIS, at=engine.clock.now(), source="card")

    await denies(engine, turn)

    assert (await proposal_now(engine, turn, proposed)).state is ProposalState.EXPIRED


async def quiet_and_deniable(engine: BareEngine, owner: UUID) -> tuple[bool, bool]:
    at = engine.clock.now()
    async with engine.db.unit(owner) as s:
        is_quiet = await dangers.is_quiet(s, owner, at=at)
        return is_quiet, await mistaken_alarms.can_deny(s, owner, at=at)


@pytest.mark.parametrize("source", [dangers.EMOTIONAL_WHY, PATTERN_NOTE])
async def test_an_answer_of_the_sign_up_can_be_a_mistake_too(
    engine: BareEngine, source: str
) -> None:
    owner = await wrote_at_sign_up(engine, source, SAID)
    before = await quiet_and_deniable(engine, owner)

    async with engine.db.unit(owner, write=True) as s:
        await mistaken_alarms.deny_all(s, owner, at=engine.clock.now())

    assert (before, await quiet_and_deniable(engine, owner)) == ((True, True), (False, False))


async def test_a_danger_that_a_rule_hears_at_sign_up_stands(engine: BareEngine) -> None:
    owner = await wrote_at_sign_up(engine, dangers.EMOTIONAL_WHY, "I want to end my life.")
    before = await quiet_and_deniable(engine, owner)

    async with engine.db.unit(owner, write=True) as s:
        await mistaken_alarms.deny_all(s, owner, at=engine.clock.now())

    assert (before, await quiet_and_deniable(engine, owner)) == ((True, False), (True, False))


async def test_where_one_danger_is_true_no_way_out_is_offered(engine: BareEngine) -> None:
    turn = await alarmed(engine)
    async with engine.db.unit(turn.user_id, write=True) as s:
        person = await profiles.require(s, turn.user_id)
        await dangers.note(s, person, CRISIS, at=engine.clock.now(), source="card")

    assert await quiet_and_deniable(engine, turn.user_id) == (True, False)


async def wrote_at_sign_up(engine: BareEngine, source: str, words: str) -> UUID:
    owner = (await finished(engine)).user_id
    written = (
        {"emotional_why": words}
        if source == dangers.EMOTIONAL_WHY
        else {"onboarding_answers": {PATTERN_NOTE: words}}
    )
    async with engine.db.unit(owner, write=True) as s:
        person = await profiles.change(s, owner, at=engine.clock.now(), **written)
        await dangers.note(s, person, CRISIS, at=engine.clock.now(), source=source)
    return owner


async def proposal_of(engine: BareEngine, turn: Turn) -> UUID:
    at = engine.clock.now()
    row = Proposal(
        user_id=turn.user_id,
        turn_id=turn.id,
        kind="card",
        preview="A card",
        expires_at=at + PROPOSAL_WAITS,
        created_at=at,
    )
    async with engine.db.unit(turn.user_id, write=True) as s:
        return (await proposals.add(s, turn.user_id, row)).id


async def proposal_now(engine: BareEngine, turn: Turn, proposal_id: UUID) -> Proposal:
    async with engine.db.unit(turn.user_id) as s:
        found = await proposals.find(s, turn.user_id, proposal_id)
    assert found is not None
    return found
