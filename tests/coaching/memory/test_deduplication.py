from __future__ import annotations

import pytest

from coaching.memory.deduplication import Likeness, likeness

OTHER, SAME, CHANGED = Likeness


@pytest.mark.parametrize(
    ("older", "newer", "how"),
    [
        ("You have told Dan about the loan.", "You haven't told Dan about the loan.", CHANGED),
        ("Your sister pays half the rent.", "Your sister doesn't answer texts about rent.", OTHER),
        ("Dan doesn't trust you.", "You trust Dan.", OTHER),
        ("You haven't told Dan.", "You want to tell Dan.", OTHER),
        ("You get paid on the 25th.", "You get paid on the 1st.", OTHER),
        ("You send your mum money on Fridays.", "You send your dad money on Fridays.", OTHER),
        ("Your partner is called Ana.", "Your girlfriend's name is Ana.", SAME),
        ("You use Klarna.", "You've stopped using Klarna.", CHANGED),
    ],
)
def test_only_a_denial_of_the_same_words_is_a_change(older: str, newer: str, how: Likeness) -> None:
    assert likeness(newer, older) is how
