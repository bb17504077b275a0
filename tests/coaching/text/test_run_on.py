from __future__ import annotations

import pytest

from coaching.text.run_on import clause_around, clauses


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("so i told him lol anyway rent goes up", ["so i told him", "anyway rent goes up"]),
        ("we dont rent anymore we bought a flat", ["we dont rent", "we bought a flat"]),
        ("i think i want to tell him", ["i think i want to tell him"]),
        ("my friend says i lost my job", ["my friend says i lost my job"]),
        ("its 27.5k now", ["its 27.5k now"]),
    ],
)
def test_a_text_message_has_clauses_without_full_stops(text: str, parts: list[str]) -> None:
    found = [part.strip(" ,") for part in clauses(text)]
    assert [part for part in parts if part not in found] == []


def test_a_clause_without_a_subject_belongs_to_the_one_before() -> None:
    text = "my sister lost her job, moved home and sold the car but im ok"
    start, end = clause_around(text, text.index("sold"), text.index("sold") + 4)
    assert text[start:end].strip() == "my sister lost her job, moved home and sold the car"
