from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coaching.memory.items import (
    Item,
    add_items,
    freshest_of,
    read_items,
    to_json,
    without,
)

MONDAY, TUESDAY = "2026-01-12T09:00:00+00:00", "2026-01-13T09:00:00+00:00"


def test_the_same_thing_in_other_words_counts_once_more() -> None:
    known = add_items((), ["Sunday evening, partner opens the app"], at=MONDAY, sources=("a",))

    again = add_items(
        known, ["partner opens the app on Sunday evening"], at=TUESDAY, sources=("b",)
    )

    assert again == (Item("Sunday evening, partner opens the app", MONDAY, TUESDAY, 2, ("a", "b")),)


def test_another_thing_is_added_behind() -> None:
    items = add_items((), ["the post", "a declined card"], at=MONDAY)

    assert [item.text for item in items] == ["the post", "a declined card"]
    assert {item.count for item in items} == {1}


def test_case_and_punctuation_make_no_difference() -> None:
    assert len(add_items((), ["Useless!", "useless", "  “useless”  "], at=MONDAY)) == 1


def test_a_text_without_words_is_nothing() -> None:
    assert add_items((), ["", "…", " – "], at=MONDAY) == ()


def test_over_the_cap_the_longest_unseen_goes() -> None:
    old = add_items((), ["the post"], at=MONDAY)

    items = add_items(old, ["payday", "the till"], at=TUESDAY, cap=2)

    assert [item.text for item in items] == ["payday", "the till"]


def test_seen_again_saves_an_old_item_from_the_cap() -> None:
    old = add_items((), ["the post", "payday"], at=MONDAY)

    items = add_items(old, ["the post", "the till"], at=TUESDAY, cap=2)

    assert [item.text for item in items] == ["the post", "the till"]


def test_nothing_is_kept_of_a_cap_of_nothing() -> None:
    assert freshest_of(add_items((), ["the post"], at=MONDAY), 0) == ()


def test_words_are_taken_out_whatever_their_case() -> None:
    items = add_items((), ["debt", "pile"], at=MONDAY)

    assert [item.text for item in without(items, ["Debt"])] == ["pile"]


def test_items_come_back_from_json_as_they_went() -> None:
    items = add_items((), ["the post"], at=MONDAY, sources=("a",))

    assert read_items(to_json(items)) == items


def test_a_bare_text_is_an_item_seen_once() -> None:
    assert read_items(["the post"]) == (Item("the post"),)
    assert read_items(None) == ()


@given(st.lists(st.text(max_size=40), max_size=12))
def test_adding_the_same_again_adds_nothing(texts: list[str]) -> None:
    once = add_items((), texts, at=MONDAY)

    again = add_items(once, [item.text for item in once], at=TUESDAY)

    assert [item.text for item in again] == [item.text for item in once]


def test_what_denies_an_item_is_another_item() -> None:
    known = add_items((), ["They look at the balance on Sunday evening before bed"], at=MONDAY)
    denied = "They don't look at the balance on Sunday evening before bed"
    items = add_items(known, [denied], at=TUESDAY)
    assert [(item.text, item.count) for item in items] == [(known[0].text, 1), (denied, 1)]
