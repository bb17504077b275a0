"""The thread of a chat in the browser (toney_app/js/thread.js)."""

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


def talk(visitor: Visitor, messages: int) -> None:
    """Have a long conversation over HTTP."""
    for number in range(messages):
        key = f"00000000-0000-4000-8000-{number:012d}"
        body = {"text": f"Message {number}", "clientMessageId": key}
        sent = visitor.page.context.request.post(f"{visitor.url}/api/chat", data=body)
        assert "event: done" in sent.text()


def from_end(visitor: Visitor) -> int:
    return visitor.page.locator("#thread").evaluate(
        "(box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop)"
    )


def test_a_starter_waits_in_the_field_and_enter_sends_only_words(mara: OpenView) -> None:
    visitor = mara("#chat")
    visitor.page.get_by_role("button", name="There’s a letter I haven’t opened.").click()
    field = visitor.at("chat-input")
    expect(field).to_have_value("There’s a letter I haven’t opened.")
    field.fill("   ")
    field.press("Enter")
    visitor.sees_no("message-user")
    field.clear()
    field.press_sequentially("One")
    field.press("Shift+Enter")
    field.press_sequentially("two")
    expect(field).to_have_value("One\ntwo")
    field.press("Enter")
    expect(visitor.sees("message-user")).to_have_text("One\ntwo")
    expect(field).to_have_value("")
    expect(visitor.at("message-user")).to_have_attribute("data-status", "saved")
    visitor.page.reload()
    assert "One\ntwo" in (visitor.sees("message-user").text_content() or "")


def test_a_message_is_seen_at_once_and_saved_a_moment_later(mara: OpenView) -> None:
    visitor = mara("#chat")
    visitor.says("Hello")
    expect(visitor.at("message-user")).to_have_attribute("data-status", "saved")
    visitor.hears()
    visitor.sees("message-user", times=1)
    visitor.sees("message-coach", times=1)


def test_what_was_not_delivered_is_delivered_after_a_reload(mara: OpenView) -> None:
    visitor = mara("#home")
    kept = [
        {
            "key": "k1",
            "id": "",
            "at": "2026-01-12T09:00:00Z",
            "said": "Kept on this phone.",
            "said_state": "pending",
            "problem": "",
        }
    ]
    visitor.page.evaluate("(kept) => localStorage.setItem('outbox', kept)", json.dumps(kept))
    visitor.opens("#chat")
    visitor.page.reload()
    visitor.sees("message-user", "Kept on this phone.")
    expect(visitor.at("message-user")).to_have_attribute("data-status", "saved")
    visitor.hears()
    visitor.page.reload()
    visitor.sees("message-user", times=1)
    assert visitor.page.evaluate("localStorage.outbox") == "[]"


def test_a_refused_message_stays_and_can_be_sent_again(mara: OpenView) -> None:
    visitor = mara("#chat")
    visitor.sees("chat-input")
    visitor.says("one\x00two")
    message = visitor.at("message-user")
    expect(message).to_have_attribute("data-status", "failed")
    visitor.page.get_by_role("button", name="Try again").click()
    expect(message).to_have_attribute("data-status", "failed")


def test_older_messages_come_when_one_scrolls_up(mara: OpenView) -> None:
    visitor = mara("#chat")
    talk(visitor, 34)
    visitor.page.reload()
    visitor.sees("message-user", "Message 33")
    wait_until(lambda: from_end(visitor) == 0, what="the newest words to be in sight")
    visitor.page.locator("#thread").evaluate("(box) => { box.scrollTop = 60; }")
    expect(visitor.at("message-user").filter(has_text="Message 3").first).to_be_attached()
    visitor.sees_no("older-messages")
    wait_until(lambda: from_end(visitor) > 500, what="the place to be kept")
    visitor.page.get_by_role("button", name="Jump to the newest message").click()
    expect(visitor.at("message-user", "Message 33")).to_be_in_viewport()


def test_who_scrolled_up_stays_there_while_a_reply_comes(mara: OpenView) -> None:
    visitor = mara("#chat")
    talk(visitor, 12)
    visitor.page.reload()
    visitor.sees("message-user", "Message 11")
    visitor.says("One more")
    visitor.sees("message-user", "One more")
    wait_until(lambda: from_end(visitor) == 0, what="the page to scroll by itself")
    visitor.page.locator("#thread").evaluate("(box) => { box.scrollTop = 100; }")
    expect(visitor.page.get_by_role("button", name="Jump to the newest message")).to_be_visible()
    visitor.hears()
    assert from_end(visitor) > 200


def test_the_end_stays_in_sight_when_words_went_away_before_others_came(mara: OpenView) -> None:
    visitor = mara("#chat")
    visitor.sees("chat-input")
    visitor.page.locator("#thread").evaluate("""async (box) => {
      const frame = () => new Promise((seen) => requestAnimationFrame(seen));
      const words = (height) => {
        const part = document.createElement("p");
        Object.assign(part.style, { height: `${height}px`, flex: "none" });
        return part;
      };
      for (const part of box.children) part.style.display = "none";
      const last = words(100);
      box.append(words(box.clientHeight - 70), last);  // a little more than fits
      await frame();
      await frame();
      last.remove();
      void box.scrollTop;  // it all fits now, and the browser moves it
      box.append(words(400));
      await frame();
      await frame();
    }""")
    wait_until(lambda: from_end(visitor) == 0, what="the newest words to be in sight")


def test_home_shows_where_one_left_off(mara: OpenView) -> None:
    visitor = mara("#chat")
    visitor.says("I opened the letter from the bank today.")
    visitor.hears()
    visitor.taps("tab-home")
    left_off = visitor.page.locator("#left-off")
    expect(left_off).to_contain_text("“I opened the letter from the bank today.”")
