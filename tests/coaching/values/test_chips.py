from __future__ import annotations

from coaching.values.chips import SCALE, Chip, as_json, from_json, scale, shown

TALK, STOP, HELP = Chip("talk", "Keep talking"), Chip("stop", "Stop here"), Chip("help", "Help")


def test_a_reply_has_two_chips_at_most_the_first_ones_first() -> None:
    assert shown((TALK,), (STOP, HELP)) == (TALK, STOP)
    assert shown((TALK,), (TALK,)) == (TALK,)


def test_a_scale_is_whole_and_alone() -> None:
    assert tuple(chip.text for chip in shown((TALK,), scale())) == SCALE


def test_the_moods_are_whole_and_alone() -> None:
    moods = tuple(Chip(f"mood_{n}", str(n), "check_in", f"{n} work") for n in range(5))
    assert shown((TALK,), moods) == moods


def test_what_is_stored_comes_back() -> None:
    chips = (TALK, Chip("slow_breath", "Breathe for a minute", "practice", "slow_breath"))
    assert from_json(as_json(chips)) == chips
