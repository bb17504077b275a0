from __future__ import annotations

import pytest

from coaching.memory.belief import Belief
from coaching.memory.clear_items import helping
from coaching.memory.evidence import Basis


@pytest.mark.parametrize(
    ("note", "is_open"),
    [
        ("Your sister sat beside you when you logged in, and that made it less bad.", True),
        ("Walking to the shop with cash has helped you buy less.", True),
        ("Tu hermana se sentó contigo y pudiste abrir la carta.", True),
        ("You told Ana the number after she joked about the lunch.", False),
        ("Esperaste un día antes de comprar.", False),
    ],
)
def test_what_only_happened_is_folded_among_what_has_helped(note: str, *, is_open: bool) -> None:
    (shown,) = helping([Belief("helps:1", note, note, Basis.TOLD)])

    assert shown.is_aside is not is_open


def test_a_plan_is_no_help_at_all() -> None:
    plan = "You will ring the bank with your sister."

    assert list(helping([Belief("helps:1", plan, plan, Basis.TOLD)])) == []
