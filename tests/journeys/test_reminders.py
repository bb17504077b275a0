"""Reminders in the settings: what is chosen is there again."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey


def test_times_a_pause_and_the_lock_screen_are_chosen_and_stay(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#home/reminders")
    mara.taps("reminders-time")
    mara.at("reminders-clock").fill("17:15")
    mara.taps("reminders-time-save")
    mara.sees("reminders-time", "17:15")
    mara.taps("reminders-add")
    mara.at("reminders-about").select_option("focus")
    mara.taps("reminders-time-save")
    mara.sees("reminders-skipped")
    mara.taps("reminders-lock-words")
    with mara.page.expect_response("**/api/reminders"):
        mara.page.get_by_test_id("reminders-isPaused").click()
    expect(mara.page.get_by_test_id("reminders-isPaused")).to_be_checked()
    mara.page.reload()
    mara.opens("#home/reminders")
    mara.sees("reminders-time", times=2)
    expect(mara.at("reminders-time").last.locator("summary")).to_contain_text("My focus card")
    expect(mara.at("reminders-lock-words").locator("input")).to_be_checked()
    expect(mara.page.get_by_test_id("reminders-isPaused")).to_be_checked()
    mara.taps("reminders-back")
    mara.taps("settings-reminders")
    mara.taps("reminders-back")
    mara.sees("settings-reminders")


def test_a_reminder_is_set_in_the_chat_and_taken_back(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#chat")
    mara.says("Remind me on Sunday to check the rota")
    expect(mara.at("message-coach").last).to_contain_text("It will be on Home on Sunday")
    line = mara.page.locator(".tool").last
    expect(line).to_contain_text("Scheduled a reminder: Check the rota · Sunday")
    undo = line.get_by_test_id("undo")
    expect(undo).to_have_accessible_name(re.compile(r"^Undo: Check the rota · Sunday \d"))
    mara.taps("chip", "Open Reminders")
    mara.sees("reminders-open", "Check the rota")
    mara.page.keyboard.press("Escape")
    undo.click()
    expect(line).to_contain_text("Undone: Check the rota")
    mara.opens("#home/reminders")
    mara.sees("reminders-times")
    mara.sees_no("reminders-open")


def test_home_shows_what_they_asked_for_until_it_is_done(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    zone = mara.page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    on = datetime.now(ZoneInfo(zone)).date().isoformat()
    wanted = {"text": "Ring the bank", "on": on, "time": "23:59"}
    asked = mara.page.context.request
    made = asked.post(f"{toney.url}/api/reminders/follow-ups", data=wanted)
    assert made.status == 201
    mara.opens("#home")
    mara.page.reload()
    mara.sees("home-reminder", "Ring the bank")
    mara.taps("home-reminder-seen", "Done")
    mara.sees_no("home-reminder")
    mara.page.reload()
    mara.sees("settings-open")
    mara.sees_no("home-reminder")


def test_a_notification_opens_the_goal_that_it_is_about(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    asked = mara.page.context.request
    plan = {"cue": "it is Friday", "response": "I open one envelope"}
    goal = asked.post(f"{toney.url}/api/goals", data={"title": "The post", "plans": [plan]}).json()
    on = (datetime.now(UTC) + timedelta(days=3)).date().isoformat()
    about = {"about": "goal", "aboutId": goal["id"], "on": on}
    reminder = asked.post(f"{toney.url}/api/reminders/follow-ups", data=about).json()
    mara.opens(f"?reminder={reminder['id']}#home")
    expect(mara.page.locator("#sheet-goal")).to_contain_text("The post")
    mara.sees("follow-up-on", "Toney will ask you about this on")
    mara.taps("follow-up-drop")
    mara.sees("follow-up-day")
