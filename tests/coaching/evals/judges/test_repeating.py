"""The judge of what comes again: the reason somebody gave."""

from __future__ import annotations

from coaching.evals.judges.brief_in_use import brief_in_use
from tests.support.told import NADIA, played, said, told


def test_their_reason_comes_word_for_word_once_a_session() -> None:
    quoted = said("hi", f"You wrote “{NADIA.why}”.")
    again = said("hm", "So: open my post without holding my breath.")
    theirs = said("to open my post without holding my breath", again.toney)

    assert brief_in_use(told(played(quoted), played(quoted, number=2))).passed
    assert brief_in_use(told(played(quoted, theirs))).passed
    assert [f.line for f in brief_in_use(told(played(quoted, again))).faults] == [2]
