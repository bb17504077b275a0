"""Sets of people as whole numbers: compared with Python's own sets and counters."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pytest

from coaching.domains.metrics.crowds import EVERYBODY, NOBODY, Tally, crowd, from_number, union


@pytest.mark.parametrize("seed", range(5))
def test_a_tally_counts_as_a_counter_does(seed: int) -> None:
    any_ = random.Random(seed)  # noqa: S311 - a history
    times = Counter({any_.randrange(3000): any_.randrange(1, 70) for _ in range(400)})
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for number, count in times.items():
        groups[count].append(number)
    tally = Tally.of((crowd(numbers), count) for count, numbers in groups.items())
    some = set(any_.sample(range(3000), 900))
    assert tally.people == crowd(times)
    assert tally.times() == times.total()
    assert tally.times(crowd(some)) == sum(times[number] for number in some)
    assert tally.among(crowd(some)).people.bit_count() == len(some & set(times))
    assert Tally.unpack(tally.pack()) == tally


def test_nobody_did_anything() -> None:
    nothing = Tally.of(())
    assert (nothing.people, nothing.times(), Tally.unpack(nothing.pack())) == (NOBODY, 0, nothing)
    assert crowd(()) == union(()) == NOBODY


def test_everybody_has_those_who_come_later_too() -> None:
    later = crowd((7, 100_000))
    assert later & EVERYBODY == later
    assert later & from_number(100_000) == crowd((100_000,))
