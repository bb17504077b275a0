"""The Coach asks how money feels: moods as chips, never when something serious was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.domains.practices.tools import OfferPractice, offer_practice
from coaching.errors import ToolFailed
from coaching.repositories import messages, turns
from coaching.services.safety_events import screen_words
from coaching.values import chips
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel
from coaching.values.tools import ToolUse
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.values.tools import ToolOutcome


async def use_of(db: Db, owner: UUID, clock: FrozenClock, text: str = "Payday.") -> ToolUse:
    session = await factories.conversation(db, owner, at=clock.now())
    turn = await factories.exchange(db, owner, session, text)
    return ToolUse(owner, turn.id, None, clock.now())


async def offer(db: Db, use: ToolUse) -> ToolOutcome:
    async with db.unit(use.owner, write=True) as s:
        return await offer_practice(s, use, OfferPractice(id="check_in"))


async def test_an_offer_is_a_chip_for_each_mood_in_their_language(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    english = await offer(db, await use_of(db, owner, clock))
    spanish = await offer(db, await use_of(db, owner, clock, "hoy me pagaron y ya no queda nada"))

    assert [chip.text for chip in english.chips] == ["Heavy", "Tense", "Mixed", "Steady", "Light"]
    assert [chip.text for chip in spanish.chips][:2] == ["Agobio", "Tensión"]
    assert (english.chips[1].action, english.chips[1].target) == ("check_in", "tense")
    assert english.data["offered"] == ["Heavy", "Tense", "Mixed", "Steady", "Light"]


@pytest.mark.parametrize("level", [SafetyLevel.CRISIS, SafetyLevel.CONCERN])
async def test_none_is_offered_beside_something_serious(
    db: Db, clock: FrozenClock, level: SafetyLevel
) -> None:
    owner = await factories.person(db)
    use = await use_of(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        (await turns.require(s, owner, use.turn_id)).safety_level = level

    with pytest.raises(ToolFailed, match="serious"):
        await offer(db, use)


async def test_none_is_offered_in_the_quiet_days(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        text = "I want to kill myself tonight."
        await screen_words(s, owner, text, source="win", at=clock.now())

    with pytest.raises(ToolFailed, match="serious"):
        await offer(db, await use_of(db, owner, clock))


async def test_once_in_a_conversation_is_enough(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    use = await use_of(db, owner, clock)
    offered = await offer(db, use)
    async with db.unit(owner, write=True) as s:
        reply = await messages.of_turn(s, owner, use.turn_id, MessageRole.COACH)
        assert reply is not None
        reply.chips = chips.as_json(offered.chips)

    with pytest.raises(ToolFailed, match="already"):
        await offer(db, use)
