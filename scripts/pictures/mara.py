"""Mara after two weeks: her views and sheets, with a past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from scripts.pictures.story import ANSWERS, WHY, Story

if TYPE_CHECKING:
    from pathlib import Path

    from scripts.screenshots import Camera
    from tests.support.browser import Visitor
    from tests.support.served import Served


def two_weeks_later(camera: Camera, toney: Served, clock: Path) -> None:
    """The four views and the settings, with a past."""
    with camera.person(toney.url) as mara:
        story = Story(toney, clock, mara.page.context.request)
        style = {"s1": "s1_a", "s2": "s2_b", "s3": "s3_b", "s4": "s4_c"}
        story.begins(14, name="Mara", answers=ANSWERS, emotionalWhy=WHY, style=style)
        story.goes_on()
        mara.opens()
        mara.sees("focus-card")
        camera.takes("home", mara)
        for view, landmark in (
            ("chat", "message-coach"),
            ("rewire", "new-card"),
            ("wins", "win-input"),
        ):
            mara.taps(f"tab-{view}")
            expect(mara.at(landmark).first).to_be_visible()
            camera.takes(view, mara)
        what_toney_thinks(camera, mara)
        mara.taps("settings-open")
        expect(mara.page.get_by_role("dialog")).to_be_visible()
        camera.takes("settings", mara)
        mara.opens("#home/data")
        mara.sees("delete-account")
        camera.takes("data", mara)
        past_talks(camera, mara)
        the_end_of_a_talk(camera, mara, story)
        mara.opens("#rewire")
        mara.taps("new-card")
        mara.sees("save-card")
        camera.takes("card-editor", mara)
        what_they_work_towards(camera, mara, story)


def what_they_work_towards(camera: Camera, mara: Visitor, story: Story) -> None:
    """A dream with a goal, notes that are linked, and what there is behind the settings."""
    story.keeps(
        "dreams",
        title="A hallway I’m not afraid of",
        description="I’d like to come home without holding my breath.",
        category="personal_growth",
    )
    plan = {"cue": "it is Sunday and the kettle is on", "response": "I open one envelope"}
    points = [
        {"title": "A place for the post", "reachedOn": "2026-11-15"},
        {"title": "All of October is open", "dueOn": "2026-12-06"},
    ]
    story.keeps(
        "goals", title="Post has a place and a day", why=WHY, plans=[plan], milestones=points
    )
    story.keeps("directions", text="Look at money together on Sundays")
    story.keeps("notes", title="Sundays", content="Kettle on, one envelope.", tags=["Home"])
    evenings = "I spend most after nine. [[Sundays]] are calmer."
    story.keeps("notes", title="Evenings", content=evenings, tags=["Evenings"])
    mara.page.reload()
    for sheet, landmark in (
        ("goals", "goal-item"),
        ("dreams", "dream-card"),
        ("notes", "note-item"),
        ("ledger", "ledger-entry"),
        ("costs", ""),
        ("reminders", "reminders-save"),
    ):
        mara.page.evaluate(f"location.hash = 'home/{sheet}'")
        expect(mara.page.locator(f"#sheet-{sheet}")).to_be_visible()
        if landmark:
            expect(mara.at(landmark).first).to_be_visible()
        else:
            expect(mara.page.locator(f"#sheet-{sheet} .skeleton")).to_have_count(0)
        camera.takes(sheet, mara)
    mara.page.evaluate("location.hash = 'home/goals'")
    mara.at("goal-open").first.click()
    mara.sees("talk-about")
    camera.takes("goal", mara)


def what_toney_thinks(camera: Camera, mara: Visitor) -> None:
    """A sentence with where it comes from, and an earlier version."""
    mara.opens("#home/insight")
    mara.at("insight-sentence").first.click()
    mara.sees("insight-because")
    camera.takes("insight", mara)
    mara.taps("insight-earlier")
    mara.sees("insight-letter")
    camera.takes("versions", mara)
    mara.page.keyboard.press("Escape")
    mara.sees_no("insight-letter")


def past_talks(camera: Camera, mara: Visitor) -> None:
    """All conversations, and those with a word in them."""
    mara.opens("#chat/sessions")
    expect(mara.at("session-item").first).to_be_visible()
    camera.takes("sessions", mara)
    mara.writes("sessions-query", "drawer")
    expect(mara.at("session-item").locator("mark").first).to_be_visible()
    camera.takes("search", mara)


def the_end_of_a_talk(camera: Camera, mara: Visitor, story: Story) -> None:
    """The closing, and the ways into the next conversation."""
    mara.opens("#chat")
    mara.taps_in_menu("session-end")
    mara.sees("closing-note")
    story.all_is_done()
    mara.page.reload()
    mara.sees("closing-note")
    camera.takes("closing", mara)
    mara.taps("closing-done")
    mara.sees_no("closing-note")
    camera.takes("doors", mara)
