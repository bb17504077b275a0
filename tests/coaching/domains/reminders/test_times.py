from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from coaching.domains.reminders import times
from coaching.errors import InvalidInput

BERLIN = "Europe/Berlin"
EVERY_DAY = range(7)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)


def test_a_time_that_the_clock_skips_comes_once_and_an_hour_later() -> None:
    first = times.next_after(utc(2026, 3, 28, 12), "02:30", EVERY_DAY, BERLIN)
    assert first == utc(2026, 3, 29, 1, 30)
    assert first is not None
    assert times.next_after(first, "02:30", EVERY_DAY, BERLIN) == utc(2026, 3, 30, 0, 30)


def test_a_doubled_hour_reminds_once() -> None:
    first = times.next_after(utc(2026, 10, 24, 12), "02:30", EVERY_DAY, BERLIN)
    assert first == utc(2026, 10, 25, 0, 30)
    assert first is not None
    assert times.next_after(first, "02:30", EVERY_DAY, BERLIN) == utc(2026, 10, 26, 1, 30)


def test_the_wall_clock_stays_when_summer_begins() -> None:
    before = times.at_local(utc(2026, 3, 28).date(), "18:30", BERLIN)
    after = times.next_after(before, "18:30", EVERY_DAY, BERLIN)
    assert after == before + timedelta(hours=23)
    assert times.cooldown_end(before, BERLIN, BERLIN) == after


def test_only_chosen_days_come() -> None:
    monday = utc(2026, 1, 12, 20)
    assert times.next_after(monday, "18:30", [0], "UTC") == utc(2026, 1, 19, 18, 30)
    assert times.next_after(monday, "18:30", [], "UTC") is None


@pytest.mark.parametrize(
    ("clock", "is_quiet"),
    [("21:00", True), ("23:59", True), ("00:00", True), ("07:59", True), ("08:00", False)],
)
def test_quiet_hours_go_over_midnight(clock: str, is_quiet: bool) -> None:
    assert times.is_within(clock, "21:00", "08:00") is is_quiet


def test_quiet_hours_end_on_the_persons_own_clock() -> None:
    end = times.quiet_end(utc(2026, 1, 12, 21), "21:00", "08:00", BERLIN)
    assert end == utc(2026, 1, 13, 7)
    assert times.quiet_end(utc(2026, 1, 12, 12), "21:00", "08:00", BERLIN) is None


@pytest.mark.parametrize("wrong", ["24:00", "7:30", "18.30", "", "18:30:00"])
def test_a_time_is_written_in_one_way(wrong: str) -> None:
    with pytest.raises(InvalidInput):
        times.clean_time("time", wrong)


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-US", ["12:05 am", "9:00 am", "12:30 pm", "6:30 pm"]),
        ("en-GB", ["00:05", "09:00", "12:30", "18:30"]),
        ("en", ["00:05", "09:00", "12:30", "18:30"]),
        ("es-MX", ["00:05", "09:00", "12:30", "18:30"]),
    ],
)
def test_a_time_is_shown_as_its_reader_writes_it(locale: str, said: list[str]) -> None:
    assert [times.shown(one, locale) for one in ("00:05", "09:00", "12:30", "18:30")] == said
