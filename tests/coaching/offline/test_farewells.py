"""An honest goodbye: a line, nothing held out, nothing asked (part 3, 9)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from coaching.prompts import core_block
from tests.coaching.offline.people import MARA
from tests.coaching.offline.talking import answer

FAREWELLS = (Path(__file__).parent / "examples" / "farewells.txt").read_text("utf-8").splitlines()
LATER = replace(MARA, session_number=3)
LONGEST = 24
HOOK = re.compile(
    r"\b(?:before you go|one (?:more|last) thing|don'?t forget|i'?ll miss|see you soon|"
    r"tomorrow|next time we|remember to|should|must|wait)\b",
    re.IGNORECASE,
)


def test_there_are_a_hundred_of_them() -> None:
    assert len(set(FAREWELLS)) == 100


async def test_a_farewell_is_answered_within_a_line_and_nothing_is_held_out() -> None:
    for farewell in FAREWELLS:
        said = await answer(LATER, farewell)
        told = (farewell, said.text)
        assert said.mode.startswith("goodbye"), told
        assert "?" not in said.text, told
        assert "!" not in said.text, told
        assert len(said.text.split()) <= LONGEST, told
        assert not HOOK.search(said.text), told
        assert (said.pending, said.chips) == (None, ()), told


def test_claude_is_told_the_same() -> None:
    told = core_block().text.lower()
    assert "goodbye" in told
    assert "no question" in told
