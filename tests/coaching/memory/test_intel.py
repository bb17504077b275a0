from __future__ import annotations

from datetime import UTC, datetime, timedelta

from coaching.memory.intel import MOST, Intel, Items, merge_intel
from coaching.values.enums import Lens, Stage
from tests.support import strategy

MONDAY = datetime(2026, 1, 12, 9, 0, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)


def texts(items: Items) -> list[str]:
    return [item.text for item in items]


def found(**lists: list[str]) -> Intel:
    return merge_intel(None, strategy.output(intel=strategy.intel(**lists)), at=MONDAY)


def test_lists_grow_and_the_rest_is_replaced() -> None:
    known = found(triggers=["the post"], coaching_notes=["likes pictures"])
    edges = {lens.value: strategy.NO_EDGE for lens in Lens}
    edges["self_receiving"] = {"status": "active", "evidence": ["sig_1"], "note": "a first treat"}
    run = strategy.output(
        intel=strategy.intel(triggers=["payday"]),
        stage_of_change="preparation",
        journey_narrative="Something moved.",
        growth_edges=edges,
    )

    merged = merge_intel(known, run, at=TUESDAY)

    assert texts(merged.triggers) == ["the post", "payday"]
    assert texts(merged.coaching_notes) == ["likes pictures"]
    assert merged.stage_of_change is Stage.PREPARATION
    assert merged.journey_narrative == "Something moved."
    assert merged.growth_edges["self_receiving"]["evidence"] == ["sig_1"]


def test_each_item_knows_its_signals_and_when_it_was_seen() -> None:
    run = strategy.output(intel=strategy.intel(triggers=["the post"]))

    first = merge_intel(None, run, at=MONDAY, sources=("s1",))
    second = merge_intel(first, run, at=TUESDAY, sources=("s2",))

    (item,) = second.triggers
    assert (item.count, item.sources) == (2, ("s1", "s2"))
    assert (item.first_seen, item.last_seen) == (MONDAY.isoformat(), TUESDAY.isoformat())


def test_a_word_to_avoid_is_no_longer_a_word_to_use() -> None:
    known = found(used_words=["debt", "pile"])

    merged = merge_intel(
        known, strategy.output(intel=strategy.intel(avoided_words=["Debt"])), at=TUESDAY
    )

    assert texts(merged.used_words) == ["pile"]
    assert texts(merged.avoided_words) == ["Debt"]


def test_a_breakthrough_is_never_merged_into_a_similar_one() -> None:
    known = found(breakthroughs=["I am not afraid of the bill"])

    merged = merge_intel(
        known,
        strategy.output(intel=strategy.intel(breakthroughs=["I am afraid of the bill"])),
        at=TUESDAY,
    )

    assert len(merged.breakthroughs) == 2


def test_triggers_have_a_cap() -> None:
    many = [f"trigger number {n} {'x' * n}" for n in range(MOST + 5)]

    assert len(found(triggers=many).triggers) == MOST


def test_a_boundary_outlives_every_cap() -> None:
    known = found(coaching_notes=["boundary: no calls to Dee"])
    many = [f"note {n} {'y' * n}" for n in range(MOST + 5)]

    merged = merge_intel(
        known, strategy.output(intel=strategy.intel(coaching_notes=many)), at=TUESDAY
    )

    assert texts(merged.coaching_notes)[0] == "boundary: no calls to Dee"
    assert len(merged.coaching_notes) == MOST + 1


def test_what_a_run_says_is_over_goes_and_what_is_new_comes() -> None:
    known = found(coaching_notes=["Has not told Dan", "Likes pictures"])
    new = strategy.intel(coaching_notes=["Told Dan"])
    merged = merge_intel(known, strategy.output(over=["Has not told Dan"], intel=new), at=TUESDAY)

    assert texts(merged.coaching_notes) == ["Likes pictures", "Told Dan"]
