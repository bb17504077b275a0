from __future__ import annotations

import asyncio
from itertools import pairwise

from coaching.conversation.reply_attempt import WINDOW_SECONDS, Coalescer
from tests.support import virtual_time


def _sent(*pieces: tuple[float, str]) -> list[tuple[float, str]]:
    """Push texts after pauses; return what was sent, and when."""

    async def push() -> list[tuple[float, str]]:
        loop, sent = asyncio.get_running_loop(), list[tuple[float, str]]()
        began = loop.time()

        async def send(text: str) -> None:
            sent.append((round(loop.time() - began, 3), text))

        out = Coalescer(send)
        for pause, text in pieces:
            await asyncio.sleep(pause)
            await out.push(text)
        await asyncio.sleep(1)
        return sent

    return virtual_time.run(push())


def test_the_first_text_leaves_at_once_and_the_rest_in_windows() -> None:
    sent = _sent(*((0.01, letter) for letter in "abcdef"))
    assert sent[0] == (0.01, "a")
    assert "".join(text for _, text in sent) == "abcdef"
    gaps = [later - earlier for (earlier, _), (later, _) in pairwise(sent)]
    assert all(0.025 <= gap <= 0.030 for gap in gaps)


def test_a_slow_model_waits_for_nothing() -> None:
    pause = WINDOW_SECONDS * 2
    (_, first), (at, second) = _sent((pause, "a"), (pause, "b"))
    assert (first, second) == ("a", "b")
    assert at < pause * 2 + WINDOW_SECONDS


async def test_a_flush_sends_what_has_gathered_and_never_twice() -> None:
    sent: list[str] = []

    async def send(text: str) -> None:
        sent.append(text)

    out = Coalescer(send)
    for letter in "abc":
        await out.push(letter)
    await out.flush()
    await out.flush()
    assert sent == ["a", "bc"]


def test_texts_keep_their_order_when_the_store_behind_is_slow() -> None:
    async def push() -> list[str]:
        sent: list[str] = []

        async def send(text: str) -> None:
            await asyncio.sleep(WINDOW_SECONDS * 3)
            sent.append(text)

        out = Coalescer(send)
        for letter in "abcdef":
            await asyncio.sleep(WINDOW_SECONDS / 2)
            await out.push(letter)
        await out.flush()
        return sent

    assert "".join(virtual_time.run(push())) == "abcdef"
