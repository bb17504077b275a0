"""Pictures of the main screens for docs/pictures: `python -m scripts.screenshots`.

`python -m scripts.screenshots year` takes those of one part anew: `screens`, `research` or `year`.

Toney runs as people start it, over a data folder of its own, with a clock that is set: the same
code makes the same pictures.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import expect

from scripts.pictures import png
from scripts.pictures.mara import two_weeks_later
from scripts.pictures.research import a_research_conversation
from scripts.pictures.story import ANSWERS, TONIGHT, WHY, Story
from scripts.pictures.year import a_year
from tests.support.arrivals import agree
from tests.support.browser import DESK, PHONE, SETTLED, Visitor, chromium
from tests.support.served import ROOT, served

if TYPE_CHECKING:
    from collections.abc import Generator

    from playwright.sync_api import Browser

    from tests.support.served import Served

PICTURES = ROOT / "docs" / "pictures"
CLOCK = ROOT / "scripts" / "pictures" / "clock"
PASSWORD = "for the pictures"  # noqa: S105 - of a data folder that is gone a minute later
SHARPNESS = 2
LARGEST = 150_000
# These are taken in both colours; of the others the dark one shows nothing more.
IN_THE_DARK_TOO = frozenset(
    {"home", "chat", "rewire", "wins", "pattern", "insight", "settings", "safety"}
)


class Camera:
    """Takes a picture of a page in light and in dark."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._table = browser.new_page()

    @contextmanager
    def person(
        self,
        url: str,
        size: tuple[int, int] = PHONE,
        *,
        agent: str | None = None,
        offline_too: bool = False,
    ) -> Generator[Visitor]:
        """Give somebody a browser of their own, which may say it is another one."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=SHARPNESS,
            locale="en-GB",
            timezone_id="Europe/Vienna",
            reduced_motion="reduce",
            service_workers="allow" if offline_too else "block",
            user_agent=agent,
        )
        context.clock.set_fixed_time(TONIGHT)
        yield Visitor(context.new_page(), url)
        context.close()

    def takes(self, name: str, of: Visitor, *, in_app: bool = True) -> None:
        """Keep what is seen now; a page outside the app doesn't say which colours it shows."""
        of.page.evaluate("document.activeElement.blur()")
        modes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
        for mode in modes if name in IN_THE_DARK_TOO else modes[:1]:
            of.page.emulate_media(color_scheme=mode)
            if in_app:
                expect(of.page.locator(f"html.{mode}")).to_be_attached()
            of.page.evaluate(SETTLED)
            picture = png.small(self._table, of.page.screenshot(animations="disabled"))
            if len(picture) > LARGEST:
                raise RuntimeError(f"{name}-{mode} has {len(picture):,} bytes")
            (PICTURES / f"{name}-{mode}.png").write_bytes(picture)
        of.page.emulate_media(color_scheme="light")


def main(*parts: str) -> None:
    parts = parts or tuple(PARTS)
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.png"):
        if _part_of(old) in parts:
            old.unlink()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        clock = Path(folder) / "clock"
        clock.write_text(TONIGHT.isoformat(), "utf-8")
        os.environ |= {"PICTURES_CLOCK": str(clock), "PYTHONPATH": f"{CLOCK}:{ROOT}"}
        for part in parts:
            PARTS[part](Camera(browser), Path(folder), clock)


def _part_of(picture: Path) -> str:
    """Return the part that takes a picture: each but one begins with its own name."""
    first = picture.name.partition("-")[0]
    return first if first in PARTS else "screens"


def the_screens(camera: Camera, folder: Path, clock: Path) -> None:
    """Each scene has somebody of its own."""
    with served(folder / "data", ADMIN_PASSWORD=PASSWORD) as toney:
        for scene in SCENES:
            scene(camera, toney, clock)


def the_way_in(camera: Camera, toney: Served, clock: Path) -> None:
    """From the door to the tone dial."""
    del clock
    with camera.person(toney.url) as mara:
        mara.opens()
        mara.sees("start-guest")
        camera.takes("welcome", mara)
        mara.taps("been-here")
        expect(mara.page.locator("#sheet-signin")).to_be_visible()
        camera.takes("sign-in", mara)
        mara.page.keyboard.press("Escape")
        mara.taps("start-guest")
        mara.sees("consent-page")
        camera.takes("consent", mara)
        mara.page.go_back()
        agree(mara)
        for option in ANSWERS.values():
            mara.taps(f"onboarding-option-{option}")
            expect(mara.at(f"onboarding-option-{option}")).to_have_attribute("data-chosen", "true")
            if option == ANSWERS["q1"]:
                camera.takes("question", mara)
            mara.taps("onboarding-next")
        mara.taps("onboarding-skip")
        mara.writes("onboarding-why", WHY)
        mara.taps("onboarding-next")
        mara.sees("tension-name")
        camera.takes("pattern", mara)
        mara.taps("pattern-fits")
        mara.taps("onboarding-next")
        for option in ("s1_a",):
            mara.taps(f"onboarding-option-{option}")
            expect(mara.at(f"onboarding-option-{option}")).to_have_attribute("data-chosen", "true")
            mara.taps("onboarding-next")
        mara.sees("tone-slider")
        camera.takes("style", mara)


def a_first_evening(camera: Camera, toney: Served, clock: Path) -> None:
    """Home before there is a card, for a person without a tension."""
    with camera.person(toney.url) as ruth:
        story = Story(toney, clock, ruth.page.context.request)
        story.begins(0, emotionalWhy="I would like to enjoy something before I’m too old.")
        ruth.opens()
        ruth.sees("settings-open")
        camera.takes("home-empty", ruth)


def care(camera: Camera, toney: Served, clock: Path) -> None:
    """What somebody in danger sees."""
    with camera.person(toney.url) as dev:
        Story(toney, clock, dev.page.context.request).begins(0, answers=ANSWERS, emotionalWhy=WHY)
        dev.opens("#chat")
        dev.says("They’d all be better off without me.")
        dev.sees("safety-resources")
        dev.hears()
        camera.takes("safety", dev)


def practices(camera: Camera, toney: Served, clock: Path) -> None:
    """The library, and one exercise from its first choice to what is kept of it."""
    with camera.person(toney.url) as ana:
        Story(toney, clock, ana.page.context.request).begins(0, answers=ANSWERS, emotionalWhy=WHY)
        ana.opens("#home/practices")
        expect(ana.at("practice-item").first).to_be_visible()
        camera.takes("practices", ana)
        ana.taps("practice-item", "Ride out the urge")
        ana.sees("practice-choice", "Buy something")
        camera.takes("practice-choice", ana)
        ana.page.evaluate("location.hash = 'home/practices'")
        ana.taps("practice-item", "A kind word to yourself")
        ana.sees("practice-step", "What’s been hard?")
        ana.taps("practice-choice", "I fell back into an old habit")
        ana.sees("practice-step", "A lot of people feel like this")
        ana.taps("practice-next")
        ana.writes("practice-text", "You opened it, and that was the hard part.")
        camera.takes("practice-write", ana)
        ana.taps("practice-next")
        ana.sees("practice-step", "Breathe in")
        camera.takes("practice-breathe", ana)
        ana.taps("practice-next")
        ana.taps("practice-choice", "A bit kinder")
        ana.sees("practice-keep", times=2)
        camera.takes("practice-end", ana)


def without_a_network(camera: Camera, toney: Served, clock: Path) -> None:
    """Help opens in the page itself."""
    with camera.person(toney.url) as dev:
        story = Story(toney, clock, dev.page.context.request)
        story.begins(0, answers=ANSWERS, emotionalWhy=WHY)
        dev.opens("#chat")
        dev.sees("chat-input")
        expect(dev.page.locator("#country-of-help")).to_be_attached()
        with dev.losing_the_connection():
            dev.page.context.set_offline(True)
            dev.writes("chat-input", "I want to end my life.")
            dev.taps("chat-send")
            dev.sees("safety-resources")
            camera.takes("safety-offline", dev)
            dev.page.context.set_offline(False)


def abuse(camera: Camera, toney: Served, clock: Path) -> None:
    """Somebody controls them: a quick way out, and what is there after it."""
    with camera.person(toney.url) as ivy:
        Story(toney, clock, ivy.page.context.request).begins(0, answers=ANSWERS, emotionalWhy=WHY)
        ivy.opens("#chat")
        ivy.says("He takes my card away and hits me when I ask for money.")
        ivy.sees("safety-resources")
        ivy.hears()
        ivy.sees("quick-exit")
        camera.takes("safety-abuse", ivy)


def the_desk(camera: Camera, toney: Served, clock: Path) -> None:
    """The admin's overview."""
    del clock
    with camera.person(toney.admin_url, DESK) as admin:
        admin.opens()
        admin.writes("admin-name", "admin")
        admin.writes("admin-password", PASSWORD)
        admin.taps("admin-login")
        admin.sees("stat-people")
        camera.takes("admin", admin)
        for name in ("metrics", "intel"):
            admin.taps(f"nav-{name}")
            expect(admin.page).to_have_url(re.compile(f"/{name}"))
            expect(admin.page.get_by_text(re.compile(r"^\d+$")).first).to_be_visible()
            camera.takes(f"admin-{name}", admin)


SCENES = (
    the_way_in,
    a_first_evening,
    two_weeks_later,
    practices,
    care,
    abuse,
    without_a_network,
    the_desk,
)
PARTS = {"screens": the_screens, "research": a_research_conversation, "year": a_year}


if __name__ == "__main__":
    main(*sys.argv[1:])
