"""When the guess stands open on “What Toney thinks”."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.services import hypotheses, insight
from coaching.values.enums import Verdict
from tests.support.insights import SAID, briefed, item, page, say, talked

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.memory.belief import Belief
    from coaching.repositories.db import Db

NEAR = "Maybe you say yes to your brother before you think because he asks for money again."
INVENTED = "Maybe you said yes to your brother because you're afraid of being alone."


async def guessed(db: Db, clock: FrozenClock, text: str) -> UUID:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session, hypothesis=text)
    return owner


async def shown(db: Db, clock: FrozenClock, owner: UUID) -> Belief:
    (found,) = [each for each in (await page(db, clock, owner)).items if each.section == "guess"]
    return found


@pytest.mark.parametrize(("guess", "is_open"), [(NEAR, True), (INVENTED, False)])
async def test_only_a_guess_that_they_half_said_is_open_before_they_answer(
    db: Db, clock: FrozenClock, guess: str, *, is_open: bool
) -> None:
    owner = await guessed(db, clock, guess)

    assert (await shown(db, clock, owner)).is_aside is not is_open


async def test_a_folded_guess_can_be_called_true_and_then_stands_open(
    db: Db, clock: FrozenClock
) -> None:
    owner = await guessed(db, clock, INVENTED)
    yes = await say(db, clock, owner, "Maybe", Verdict.TRUE)
    found = await shown(db, clock, owner)
    assert (found.is_aside, found.is_confirmed) == (False, True)

    async with db.unit(owner, write=True) as s:
        await insight.undo(s, owner, yes, at=clock.now())

    found = await shown(db, clock, owner)
    assert (found.is_aside, found.is_confirmed) == (True, False)


async def test_a_folded_guess_that_they_reword_stands_open(db: Db, clock: FrozenClock) -> None:
    owner = await guessed(db, clock, INVENTED)
    await say(db, clock, owner, "Maybe", Verdict.DIFFERENTLY, "I say yes because it is quicker.")

    assert not (await item(db, clock, owner, "I say yes")).is_aside


async def test_a_guess_that_they_said_yes_to_in_a_conversation_stands_open_in_these_words(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session, hypothesis=INVENTED)
    yes = {"verdict": "supported", "quote": SAID}
    again = INVENTED.replace("being alone", "being all alone")
    await briefed(db, clock, owner, session, hypothesis=again, heard_guess=yes)

    found = await shown(db, clock, owner)
    assert (found.text, found.is_aside, found.is_confirmed) == (INVENTED, False, True)
    async with db.unit(owner) as s:
        current = await hypotheses.current(s, owner)
    assert current is not None
    assert current.text == INVENTED
