from __future__ import annotations

from coaching.llm.prices import CHARACTERS_PER_TOKEN
from coaching.memory.compaction import (
    HEADING,
    LONG_FROM_TOKENS,
    LONGEST_QUOTE,
    SizedMessage,
    condensed,
)

LONG = round(LONG_FROM_TOKENS * CHARACTERS_PER_TOKEN)


def session(turns: int, size: int) -> list[SizedMessage]:
    return [
        SizedMessage(
            place + 2, place % 2 == 0, f"{'I said' if place % 2 == 0 else 'Hm'} {place}", size
        )
        for place in range(turns * 2)
    ]


def test_a_session_of_ordinary_length_is_left_alone() -> None:
    assert condensed(session(20, 500)) is None
    assert condensed([]) is None


def test_the_older_half_comes_down_to_the_person_s_words() -> None:
    lines = session(50, LONG // 100 + 1)

    found = condensed(lines)

    assert found is not None
    assert found.text.startswith(HEADING)
    assert "I said 0" in found.text
    assert "Hm" not in found.text
    last = next(line for line in lines if line.seq == found.until_seq)
    assert not last.is_person
    assert 20 <= found.turns <= 25
    assert found.text.count("\n- ") == found.turns


def test_a_long_message_is_quoted_to_its_last_whole_word() -> None:
    words = "sentence " * 100
    lines = [SizedMessage(2, True, words, LONG // 4), SizedMessage(3, False, "Hm.", LONG // 8)]
    lines += [SizedMessage(4, True, "And?", LONG), SizedMessage(5, False, "Yes.", 10)]

    found = condensed(lines)

    assert found is not None
    (quote,) = found.text.removeprefix(HEADING).strip().splitlines()
    assert len(quote) <= LONGEST_QUOTE + 4
    assert quote.endswith("sentence …")


def test_one_endless_message_cannot_be_halved() -> None:
    assert condensed([SizedMessage(2, True, "x", LONG * 2)]) is None


def test_what_a_model_calls_too_long_is_cut_after_a_first_message_of_any_length() -> None:
    lines = [
        SizedMessage(2, True, "So.", LONG),
        SizedMessage(3, False, "Hm.", 10),
        SizedMessage(4, True, "And?", 10),
    ]

    found = condensed(lines, only_if_long=False)

    assert found is not None
    assert (found.until_seq, found.turns) == (3, 1)
    assert condensed(lines[:2], only_if_long=False) is None
