from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from coaching.services import wins
from coaching.tools.save_win import LONGEST, SaveWin, save_win

if TYPE_CHECKING:
    from coaching.repositories.db import Db
    from coaching.values.tools import ToolUse


async def test_the_moment_is_kept_in_their_words(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        outcome = await save_win(s, use, SaveWin(text="I looked, I could, so I gave."))

    async with db.unit(use.owner) as s:
        win = await wins.newest(s, use.owner)
    assert win is not None
    assert (win.text, win.source, win.message_id) == (
        "I looked, I could, so I gave.",
        wins.BY_COACH,
        use.message_id,
    )
    assert outcome.data == {"saved": "win", "id": str(win.id), "text": win.text}
    assert outcome.detail == win.text


@pytest.mark.parametrize(
    "wrong", [{}, {"text": ""}, {"text": "x" * (LONGEST + 1)}, {"text": ["one"]}, {"words": "one"}]
)
def test_what_is_not_a_win_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SaveWin.model_validate(wrong)
