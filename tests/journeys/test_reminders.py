"""Reminders in the settings: what is chosen is there again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

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
    mara.sees("follow-up-on", "Toney asks you about this on")
    mara.taps("follow-up-drop")
    mara.sees("follow-up-day")
