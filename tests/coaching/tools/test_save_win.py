from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from coaching.errors import ToolFailed, ToolRetry
from coaching.repositories import profiles
from coaching.services import safety_events, wins
from coaching.tools.save_win import LONGEST, SaveWin, save_win
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.support import factories

if TYPE_CHECKING:
    from coaching.repositories.db import Db
    from coaching.values.tools import ToolUse


async def test_the_moment_is_kept_in_their_words(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        outcome = await save_win(s, use, SaveWin(text="I count as one of the people."))

    async with db.unit(use.owner) as s:
        win = await wins.newest(s, use.owner)
    assert win is not None
    assert (win.text, win.source, win.message_id) == (
        "I count as one of the people.",
        wins.BY_COACH,
        use.message_id,
    )
    assert outcome.data == {"saved": "win", "id": str(win.id), "text": win.text}
    assert outcome.detail == win.text


async def test_words_that_are_not_theirs_are_not_kept(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(ToolRetry, match="not the person's own words"):
            await save_win(s, use, SaveWin(text="You bravely opened the letter."))
        assert await wins.newest(s, use.owner) is None


async def test_words_that_the_coach_offered_are_kept_after_a_yes(db: Db, use: ToolUse) -> None:
    session = await factories.conversation(db, use.owner)
    offered = "You opened the letter first. Shall I save that as a win?"
    await factories.exchange(db, use.owner, session, "Hm.", offered)
    turn = await factories.exchange(db, use.owner, session, "Yes, please.")
    answered = replace(use, turn_id=turn.id)
    async with db.unit(use.owner, write=True) as s:
        await save_win(s, answered, SaveWin(text="Opened the letter first"))
        with pytest.raises(ToolRetry):
            await save_win(s, answered, SaveWin(text="Paid the whole electricity bill"))


async def test_in_the_quiet_days_no_win_is_kept(db: Db, use: ToolUse) -> None:
    verdict = SafetyVerdict(SafetyLevel.CRISIS, category="suicide")
    async with db.unit(use.owner, write=True) as s:
        person = await profiles.require(s, use.owner)
        await safety_events.note(s, person, verdict, at=use.at)
        with pytest.raises(ToolFailed, match="two days"):
            await save_win(s, use, SaveWin(text="I count as one of the people."))


@pytest.mark.parametrize(
    "wrong", [{}, {"text": ""}, {"text": "x" * (LONGEST + 1)}, {"text": ["one"]}, {"words": "one"}]
)
def test_what_is_not_a_win_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SaveWin.model_validate(wrong)
