"""Every wait has an end, on a clock that jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.model_asking import hear, waited
from tests.support.model_events import end, reply, sse, start, text_block
from tests.support.model_server import SILENCE, ModelServer, Pause, Play, streams

if TYPE_CHECKING:
    from tests.support.model_events import Event

PING: Event = {"type": "ping"}


@pytest.mark.parametrize(
    ("play", "kind", "seconds"),
    [
        (SILENCE, "no_answer", 20),
        (streams(sse(start()), Pause(90), reply("late")), "timeout_first_token", 30),
        (
            streams(*[part for _ in range(60) for part in (sse(PING), Pause(1))]),
            "timeout_first_token",
            30,
        ),
        (streams(sse(start(), *text_block("one")[:2]), Pause(90)), "timeout_gap", 20),
        (
            streams(
                sse(start(), *text_block()[:1]),
                *[part for _ in range(60) for part in (sse(text_block(".")[1]), Pause(10))],
            ),
            "timeout_total",
            120,
        ),
    ],
    ids=["no head", "first token", "only pings", "gap", "drip"],
)
def test_silence_ends(play: Play, kind: str, seconds: float) -> None:
    assert waited(ModelServer([play])) == (pytest.approx(seconds, abs=0.5), kind)


def test_a_factor_makes_every_deadline_longer() -> None:
    drip = [part for _ in range(60) for part in (sse(text_block(".")[1]), Pause(10))]
    plays = {
        "no_answer": SILENCE,
        "timeout_first_token": streams(sse(start()), Pause(900)),
        "timeout_gap": streams(sse(start(), *text_block("one")[:2]), Pause(900)),
        "timeout_total": streams(sse(start(), *text_block()[:1]), *drip),
    }

    found = [waited(ModelServer([play]), model_deadline_factor=3) for play in plays.values()]

    assert [kind for _, kind in found] == list(plays)
    assert [seconds for seconds, _ in found] == pytest.approx([60, 90, 60, 360], abs=0.5)


def test_pings_are_no_sign_of_life_after_the_first_token() -> None:
    pings = [part for _ in range(60) for part in (sse(PING), Pause(1))]
    server = ModelServer([streams(sse(start(), *text_block("one")[:2]), *pings)])

    assert waited(server) == (pytest.approx(20, abs=0.5), "timeout_gap")


def test_a_slow_reply_within_the_limits_is_a_reply() -> None:
    slow = [part for _ in range(9) for part in (Pause(12), sse(text_block(".")[1]))]
    pieces = (sse(start(), text_block()[0]), *slow, sse(text_block()[-1], *end()))

    assert hear(ModelServer([streams(*pieces)])).done.text == "." * 9


def test_a_connection_that_stays_open_after_the_last_event_holds_nobody_up() -> None:
    heard = hear(ModelServer([streams(reply("fine"), Pause(600))]))

    assert heard.done.text == "fine"
