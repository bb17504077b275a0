from __future__ import annotations

import pytest

from coaching.memory.attribution import OwnWords
from coaching.memory.scopes import Doubt
from coaching.memory.unsupported_claims import overstated


@pytest.mark.parametrize(
    ("message", "content", "doubt"),
    [
        ("dad is ill again", "Your mum is ill again", Doubt.SURE),
        ("dad is ill again", "Your dad is ill again", Doubt.NONE),
        ("he lost his licence", "You lost your licence", Doubt.SURE),
        ("i left the pub early", "You left the pub because you drink", Doubt.SURE),
        ("she pays half the rent", "She pays all the rent", Doubt.SURE),
        ("thinking of selling the bike", "You sold the bike", Doubt.SURE),
        ("thinking of selling the bike", "You're thinking of selling the bike", Doubt.NONE),
        ("im behind on gas", "You're hopelessly behind on gas", Doubt.SOME),
    ],
)
def test_a_memory_that_says_more_is_found(message: str, content: str, doubt: Doubt) -> None:
    found = OwnWords(message).find(message)
    assert found is not None
    assert overstated(content, found, (message,)) is doubt
