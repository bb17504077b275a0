"""Long messages, a day's last message, and an address that leads nowhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.polling import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey


def test_nothing_is_cut_and_the_length_is_said_in_time(mara: OpenView) -> None:
    visitor = mara("#chat")
    visitor.writes("chat-input", "x" * 6_999)
    visitor.sees_no("chat-length")
    visitor.writes("chat-input", "x" * 7_500)
    visitor.sees("chat-length", "7500 of 8000 characters")
    visitor.writes("chat-input", "x" * 12_000)
    visitor.sees("chat-length", "12000 characters. A message can have up to 8000.")
    visitor.taps("chat-send")
    expect(visitor.at("chat-input")).to_have_value("x" * 12_000)
    visitor.sees_no("message-user")
    visitor.writes("chat-input", "word " * 1_500)
    visitor.taps("chat-send")
    visitor.sees_no("chat-length")
    visitor.hears()
    visitor.sees("message-user")
    bubble = visitor.at("message-user").first
    visitor.sees("said-unfold", "Show all")
    folded = bubble.evaluate("(box) => box.clientHeight")
    visitor.taps("said-unfold", "Show all")
    visitor.sees("said-unfold", "Show less")
    visitor.says("And one more.")
    visitor.hears()
    visitor.sees("said-unfold", "Show less")
    visitor.page.evaluate("document.getElementById('look-again').click()")
    visitor.taps("tab-home")
    visitor.taps("tab-chat")
    visitor.sees("said-unfold", "Show less")
    assert bubble.evaluate("(box) => box.clientHeight") > 5 * folded
    visitor.taps("said-unfold", "Show less")
    visitor.sees("said-unfold", "Show all")
    wait_until(
        lambda: bubble.evaluate("(box) => box.clientHeight") == folded,
        what="the message to be folded again",
    )


def test_the_last_message_of_a_day_says_when_the_chat_opens_again(mara: OpenView) -> None:
    visitor = mara("#home")
    kept = {
        "key": "k1",
        "id": "",
        "at": "2026-01-12T09:00:00Z",
        "said": "One too many.",
        "said_state": "failed",
        "problem": "ui.problem.day",
        "until": "2999-01-13T00:00:00+00:00",
        "most": 40,
    }
    visitor.page.evaluate("(kept) => localStorage.setItem('outbox', kept)", json.dumps([kept]))
    visitor.page.reload()
    visitor.taps("tab-chat")
    visitor.sees(
        "day-limit", "You’ve used all 40 of today’s messages. You can chat again at 01:00."
    )
    visitor.page.get_by_role("button", name="Open your cards").click()
    visitor.sees("card-item")


def test_an_address_that_leads_nowhere_leads_home(mara: OpenView) -> None:
    visitor = mara("#home")
    with visitor.expecting_an_answer(404):
        visitor.page.goto(f"{visitor.url}/nowhere")
        expect(visitor.page.get_by_role("heading")).to_have_text("Page not found")
        visitor.taps("missing-home")
        visitor.sees("tab-home")
