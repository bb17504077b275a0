"""When the coach has lost somebody: short flat answers, `yes, but`, pushback (part 3, 24)."""

from __future__ import annotations

import pytest

from coaching.rules.rupture import gap_in, may_be
from coaching.values.enums import Gap

ASKED = "What would looking at it once be like?"
LOST = [
    (("idk",), "fine", Gap.FLAT),
    (("whatever",), "I guess", Gap.FLAT),
    (("ok",), "not really", Gap.FLAT),
    (("I see the envelope.",), "yes, but that never works for me", Gap.YES_BUT),
    (("I see the envelope.",), "Right, but you have no idea what my week is like.", Gap.YES_BUT),
    (("I see the envelope.",), "I know, but my landlord will not wait.", Gap.YES_BUT),
    (("I see the envelope.",), "you're not listening", Gap.PUSHBACK),
    (("I see the envelope.",), "you keep repeating that", Gap.PUSHBACK),
    (("I see the envelope.",), "No, that's not it at all.", Gap.REFUSED),
    (("I see the envelope.",), "you've got me wrong", Gap.REFUSED),
]
NOT_LOST = [
    ((), "fine"),
    (("My mother called and it was hard.",), "ok"),
    (("idk",), "I opened the first one today."),
    (("I see the envelope.",), "Yes, and it felt lighter."),
    (("I see the envelope.",), "I'm scared but I want to look."),
    (("ok",), "thanks, bye"),
    (("ok",), "why?"),
]


@pytest.mark.parametrize(("said", "message", "gap"), LOST, ids=[row[1] for row in LOST])
def test_who_is_lost_is_noticed(said: tuple[str, ...], message: str, gap: Gap) -> None:
    assert gap_in(message, said, [ASKED]) is gap
    assert may_be(message)


@pytest.mark.parametrize(("said", "message"), NOT_LOST, ids=[row[1] for row in NOT_LOST])
def test_who_is_not_lost_is_left_alone(said: tuple[str, ...], message: str) -> None:
    assert gap_in(message, said, [ASKED]) is None


def test_nobody_is_lost_before_a_word_was_said() -> None:
    assert gap_in("yes, but", (), ()) is None
