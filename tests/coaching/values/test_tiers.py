from __future__ import annotations

import pytest

from coaching.values.tiers import DREAMS, LEGACY, UNLIMITED, Tier, dreams_of, tier_of


def test_every_tier_has_its_limit() -> None:
    assert DREAMS.keys() == set(Tier)
    assert (DREAMS[Tier.FREE], DREAMS[Tier.PRO], DREAMS[Tier.UNLIMITED]) == (2, 5, UNLIMITED)


def test_old_names_are_read_as_today_s_tiers() -> None:
    assert {name: dreams_of(name) for name in LEGACY} == {
        "essential": 5,
        "optimal": 5,
        "premium": UNLIMITED,
    }


@pytest.mark.parametrize("stored", ["", "platinum", "999999", "None", "undefined"])
def test_a_name_that_nobody_knows_is_neither_nothing_nor_no_limit(stored: str) -> None:
    assert tier_of(stored) is Tier.FREE
    assert dreams_of(stored) == 2


def test_letter_case_and_spaces_change_no_limit() -> None:
    assert dreams_of(" Pro ") == 5
    assert dreams_of("UNLIMITED") == UNLIMITED
