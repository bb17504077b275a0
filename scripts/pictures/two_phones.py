"""Somebody's phones, mails and wins over a year, while all clocks are set by hand."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from scripts.pictures.story import TONIGHT, Story
from tests.support.mailbox import plain
from tests.support.polling import wait_until

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from scripts.screenshots import Camera
    from tests.support.browser import Visitor
    from tests.support.mailbox import Mailbox
    from tests.support.served import Served

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)
ANDROID = (
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"
)
PATIENCE_SECONDS = 180
"""Toney looks once a minute whether a reminder is due."""
BELIEVED_MS = 1_500
"""For a second of the real clock the server takes a sign-in for good that it has just checked."""
ADDRESS = "mara@example.org"
WINS = {
    363: "Noticed I was guessing the balance, and said so out loud.",
    338: "Opened the first envelope while the kettle boiled.",
    313: "Told Jonas I don’t know what we owe. He nodded.",
    263: "Called the bank and stayed on the line.",
    237: "Put the letters in one place.",
    189: "Read the whole statement, sitting down.",
    161: "Asked what a fee was for.",
    115: "Slept before answering the reminder letter.",
    91: "Paid the first part of the energy bill.",
    69: "Sunday, kettle, envelope. I didn’t hold my breath.",
    42: "Jonas and I looked at the numbers together.",
    20: "I opened the post on a Tuesday, without a plan.",
}


class Year:
    """Mara's year: her story on the server, and what her phones show of it."""

    def __init__(self, camera: Camera, toney: Served, box: Mailbox, clock: Path) -> None:
        self.camera = camera
        self.toney = toney
        self.box = box
        self._clock = clock
        self._to_come = dict(WINS)

    @contextmanager
    def phone(self, agent: str) -> Generator[Visitor]:
        """Give her a phone with a browser of its own."""
        with self.camera.person(self.toney.url, agent=agent, offline_too=True) as mara:
            yield mara

    def story_on(self, phone: Visitor) -> Story:
        """Return what she does through the API, with the session of a phone."""
        return Story(self.toney, self._clock, phone.page.context.request)

    def turns_to(self, days: int, *phones: Visitor, hours: float = 0) -> None:
        """Set all clocks to so many days ago, and some hours later in that evening."""
        now = TONIGHT - timedelta(days=days) + timedelta(hours=hours)
        self._clock.write_text(now.isoformat(), "utf-8")
        for phone in phones:
            phone.page.context.clock.set_fixed_time(now)

    def lives_until(self, days: int, phone: Visitor) -> None:
        """Let her write down the wins until then; she signs in again when she has to.

        A sign-in ends after 90 days, and after 30 days without a visit.
        """
        mine = self.story_on(phone)
        for day in sorted(self._to_come, reverse=True):
            if day >= days:
                self.turns_to(day, phone)
                self.signs_in(phone)
                mine.keeps("wins", text=self._to_come.pop(day))
                mine.all_is_done()
        self.turns_to(days, phone)
        self.signs_in(phone)

    def signs_in(self, phone: Visitor) -> None:
        """Get in with a link by e-mail, unless the phone still is."""
        if phone.page.context.request.get(f"{self.toney.url}/api/profile").ok:
            return
        phone.page.wait_for_timeout(BELIEVED_MS)
        known = len(self.box.mails)
        phone.opens()
        phone.taps("been-here")
        phone.writes("signin-email", ADDRESS)
        if not known - 1:
            self.camera.takes("year-06-sign-in", phone)
        phone.taps("signin-mail")
        phone.sees("signin-sent")
        self.waits_for_mail(known + 1)
        phone.opens(f"auth/magic/{self.box.token()}")
        phone.sees("door-sign_in", ADDRESS)
        phone.taps("door-go")
        phone.sees("tab-home")

    def waits_for_mail(self, number: int) -> str:
        """Wait for so many mails and return the last one's text."""
        wait_until(lambda: len(self.box.mails) >= number, seconds=PATIENCE_SECONDS, what="the mail")
        return plain(self.box.mails[number - 1])
