"""The end of a conversation, a door into the next one, and what was said long ago."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle
from tests.support.browser import Visitor
from tests.support.polling import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.support.served import Served

pytestmark = pytest.mark.journey
DRAWER = "There is a drawer in the hallway with my letters in it."
ALL_READ = "SELECT count(*) = 0 FROM jobs WHERE kind = 'observer' AND status IN ('due', 'running')"
MODEL_CALLS = "SELECT count(*) FROM model_calls WHERE role = 'coach'"


@pytest.fixture
def mara(toney: Served, visit: Callable[..., Visitor]) -> Visitor:
    somebody = visit(toney.url)
    settle(somebody)
    somebody.opens("#chat")
    somebody.says(DRAWER)
    somebody.hears()
    return somebody


def test_a_session_ends_and_a_door_leads_into_the_next_without_a_model(
    mara: Visitor, toney: Served
) -> None:
    mara.taps_in_menu("session-end")
    note = mara.sees("closing-note")
    expect(note).to_contain_text("talk about something else")
    expect(mara.at("session-end")).to_have_count(0)
    expect(mara.at("off-track")).to_have_count(0)
    mara.taps("closing-helped")
    mara.taps("closing-done")
    door = mara.at("door").first
    expect(door).to_be_visible()
    before = toney.rows(MODEL_CALLS)
    door.click()
    expect(mara.at("message-coach")).to_have_count(2)
    expect(mara.at("message-user")).to_have_count(1)
    assert toney.rows(MODEL_CALLS) == before
    mara.says("It is on the table now.")
    mara.hears()
    mara.page.reload()
    expect(mara.at("message-coach")).to_have_count(3)


def test_old_words_are_found_and_read_again(mara: Visitor) -> None:
    mara.taps_in_menu("session-end")
    mara.sees("closing-note")
    mara.taps("closing-done")
    mara.says("My sister called.")
    mara.hears()
    mara.taps("sessions-open")
    mara.sees("session-item", times=2)
    mara.sees("session-item", DRAWER)
    mara.writes("sessions-query", "zebra")
    mara.sees_no("session-item")
    mara.taps("sessions-clear")
    mara.sees("session-item", times=2)
    mara.writes("sessions-query", "draw")
    mara.sees("session-item")
    mara.taps("session-item")
    mara.sees("sessions-back")
    expect(mara.page.locator(".turn[data-found]")).to_contain_text(DRAWER)
    mara.sees("message-user")
    expect(mara.at("message-user")).to_have_text(DRAWER)
    mara.taps("sessions-back")
    expect(mara.at("message-user")).to_have_count(2)


def test_a_message_is_deleted_and_comes_back(mara: Visitor, toney: Served) -> None:
    wait_until(lambda: toney.rows(ALL_READ) == [(1,)], seconds=60, what="the Observer")
    mara.taps("said-menu")
    mara.taps("said-delete")
    mara.sees("toast", "Deleted")
    mara.sees_no("message-user")
    mara.sees_no("message-coach")
    mara.taps("undo")
    mara.sees("message-user", DRAWER)
    mara.hears()


def test_an_open_session_goes_on_on_another_device(mara: Visitor, browser: Browser) -> None:
    here = mara.page.context
    there = browser.new_context(
        storage_state=here.storage_state(), service_workers="block", locale="en-GB"
    )
    other = Visitor(there.new_page(), mara.url)
    other.opens("#chat")
    expect(other.at("message-user")).to_have_text(DRAWER)
    other.says("I am on the train now.")
    other.hears()
    mara.page.reload()
    expect(mara.at("message-user")).to_have_count(2)
    expect(mara.page.get_by_text("New conversation")).to_have_count(0)
    there.close()


def test_a_conversation_is_deleted_and_comes_back(mara: Visitor) -> None:
    mara.taps("sessions-open")
    mara.taps("session-menu")
    mara.taps("session-delete")
    mara.taps("session-delete-no")
    mara.sees("session-item", DRAWER)
    mara.taps("session-menu")
    mara.taps("session-delete")
    mara.taps("session-delete-yes")
    mara.sees_no("session-item")
    mara.sees_no("message-user")
    mara.taps("session-undo")
    mara.sees("session-item", DRAWER)
    mara.taps("session-item")
    mara.sees("message-user", DRAWER)
