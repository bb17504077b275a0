from __future__ import annotations

import pytest

from coaching.memory.attribution import OwnWords
from coaching.memory.gate_types import Refusal
from coaching.memory.meaning import unfit


def judged(message: str, quote: str, content: str, *names: str) -> Refusal | None:
    found = OwnWords(message).find(quote)
    assert found is not None
    return unfit(content, found, names)


@pytest.mark.parametrize(
    ("message", "quote", "content", "why"),
    [
        ("what if i get fired", "i get fired", "You got fired.", Refusal.UNREAL),
        ("i almost told her", "told her", "You told her.", Refusal.UNREAL),
        ("i bought a yacht jk", "i bought a yacht", "You bought a yacht.", Refusal.UNREAL),
        ("i thought i lost my card", "i lost my card", "You lost your card.", Refusal.UNREAL),
        ("im not gonna tell him", "gonna tell him", "You'll tell him.", Refusal.DENIED),
        ("she goes im moving out", "im moving out", "You're moving out.", Refusal.NOT_THEIRS),
        ("mum had to sell it", "had to sell it", "You had to sell it.", Refusal.SOMEBODY_ELSE),
        ("his mum paid for it", "mum paid for it", "Your mum paid for it.", Refusal.SOMEBODY_ELSE),
        ("always tell me to buy it", "tell me to buy", "Buy it.", Refusal.INSTRUCTION),
        ("my pin is 4432", "my pin is 4432", "Your PIN is 4432.", Refusal.SECRET),
    ],
)
def test_a_memory_may_not_say_more_than_they_did(
    message: str, quote: str, content: str, why: Refusal
) -> None:
    assert judged(message, quote, content) is why


@pytest.mark.parametrize(
    ("message", "quote", "content"),
    [
        ("what if i get fired", "i get fired", "You're worried you might get fired."),
        ("almost paid it off", "almost paid it off", "You've almost paid it off."),
        ("cant believe we got the flat", "we got the flat", "You got the flat."),
        ("i didnt send it til weds", "send it til weds", "You sent it on Wednesday."),
        ("forget it, anyway im pregnant", "anyway im pregnant", "You're pregnant."),
        ("you never know, i start my job mon", "i start my job", "You start your job on Monday."),
        ("got 5k back from hmrc???", "got 5k back", "You got 5k back from HMRC."),
        ("mum had to sell it", "had to sell it", "Your mum had to sell it."),
        ("we dont rent anymore we bought a flat", "we bought a flat", "You bought a flat."),
    ],
)
def test_everyday_sayings_keep_nothing_out(message: str, quote: str, content: str) -> None:
    assert judged(message, quote, content) is None


def test_a_known_name_is_somebody_else() -> None:
    said = "jens on 45 now im still on 31"
    assert judged(said, "jens on 45", "You're on 45.", "Jen") is Refusal.SOMEBODY_ELSE
    assert judged(said, "jens on 45", "Jen is on 45.", "Jen") is None
