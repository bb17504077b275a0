"""Stand-ins for names, numbers and addresses: the same ones in all texts of one person."""

from __future__ import annotations

import random

from coaching.domains.quality.pseudonyms import Pseudonyms


def replaced(*texts: str, own: str = "") -> list[str]:
    chance = random.Random(1)  # noqa: S311 - the same stand-ins in each run
    return list(Pseudonyms(own, chance=chance).replace_in(texts))


def test_a_name_gets_the_same_stand_in_everywhere() -> None:
    first, second = replaced("I owe Marek a lot.", "marek says it's fine. Is Marek’s flat ours?")
    name = first.split()[2]
    assert name != "Marek"
    assert second == f"{name} says it's fine. Is {name}’s flat ours?"


def test_their_own_name_and_small_names_beside_a_relation_are_found() -> None:
    [text] = replaced("hi, ana here, my brother tom and I met Emma", own="Ana María")
    assert not {"ana", "tom", "emma"} & set(text.lower().replace(",", "").split())


def test_days_shouting_and_words_of_the_app_stay() -> None:
    said = "Toney, it’s MINE since Tuesday. I paid Netflix in English."
    assert replaced(said) == [said]


def test_numbers_keep_their_size_and_round_ones_stay_round() -> None:
    first, second = replaced("450 of 1,250 for twenty days", "450 again, 0 left, and one more")
    numbers = first.split()
    assert (len(numbers[0]), numbers[0][-1], "450" not in first) == (3, "0", True)
    assert second == f"{numbers[0]} again, 0 left, and one more"
    assert "twenty" not in first


def test_addresses_go() -> None:
    assert replaced("write to mara@mail.example or https://x.example/me") == [
        "write to example.org or example.org"
    ]
