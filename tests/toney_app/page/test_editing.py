"""Editing the last message in the browser (toney_app/js/edit.js)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey
OLD = "The letters are in the drawer."
NEW = "The letters are in the kitchen."


def talks(visitor: Visitor, *lines: str) -> None:
    for number, line in enumerate(lines, 1):
        visitor.says(line)
        visitor.sees("message-coach", times=number)
        visitor.hears()


def test_the_last_message_is_edited_and_answered_anew(mara: OpenView) -> None:
    visitor = mara("#chat")
    talks(visitor, "Hello there.", OLD)
    visitor.sees("said-menu", times=2)
    visitor.writes("chat-input", "typed before")
    visitor.at("said-menu").last.click()
    visitor.taps("said-edit")
    visitor.sees("chat-editing")
    field = visitor.at("chat-input")
    expect(field).to_have_value(OLD)
    visitor.page.reload()
    visitor.sees("chat-editing")
    expect(field).to_have_value(OLD)
    visitor.taps("edit-cancel")
    visitor.sees_no("chat-editing")
    expect(field).to_have_value("typed before")
    visitor.at("said-menu").last.click()
    visitor.taps("said-edit")
    visitor.says(NEW)
    visitor.sees_no("chat-editing")
    visitor.sees_no("message-user", OLD)
    visitor.sees("message-coach", times=2)
    visitor.hears()
    visitor.sees("said-menu", times=2)
    expect(field).to_have_value("typed before")
    visitor.page.reload()
    visitor.sees("message-user", NEW)
    visitor.sees_no("message-user", OLD)
    visitor.sees("message-user", times=2)
    visitor.sees("message-coach", times=2)


def test_only_the_last_message_can_be_edited(mara: OpenView) -> None:
    visitor = mara("#chat")
    talks(visitor, "Hello there.", OLD)
    visitor.sees("said-menu", times=2)
    visitor.at("said-menu").first.click()
    visitor.sees("said-copy")
    visitor.sees_no("said-edit")
