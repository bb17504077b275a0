"""Two weeks with Mara, lived through the API while the clock moves, so that screens have a past."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_OID, uuid5

from tests.support.polling import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import APIRequestContext

    from tests.support.served import Served

TONIGHT = datetime(2026, 11, 20, 20, 6, tzinfo=UTC)
CONSENT = {"textVersion": "1"}
WHY = "I want to stop feeling sick when the post comes."
ANSWERS = {
    "q1": "q1_avoid", "q2": "q2_avoid", "q3": "q3_avoid", "q4": "q4_numb", "q5": "q5_avoid",
    "q6": "q6_avoid", "q7": "q7_avoid",
}  # fmt: skip
WINS = {
    11: "Noticed I was guessing the balance, and said so out loud.",
    5: "Told Jonas I don’t know what we owe. He nodded.",
    2: "Moved the letters from the drawer to the table, hands shaking and all.",
}
CARDS = {
    9: (
        "Ask before I guess",
        "When I don’t know the balance, I can ask one person to sit with me.",
    ),
    4: ("The post is paper", "Dread arrives before the envelope does. I can put my hand on it."),
}
TALK = {
    6: ["There is another letter and I put it in the drawer."],
    0: ["It’s on the table. I haven’t touched it but I can feel it from the sofa."],
}
NO_WORK = """SELECT count(*) = 0 FROM jobs
  WHERE status = 'running' OR status = 'due' AND run_at <= '{}'"""


class Story:
    """Somebody's life with Toney; each step happens so many days before tonight."""

    def __init__(self, toney: Served, clock: Path, person: APIRequestContext) -> None:
        self._toney = toney
        self._clock = clock
        self._person = person

    def begins(self, days: int, *, name: str = "", **told: object) -> None:
        """Come in, answer the questions, get a first card."""
        self.is_days_ago(days)
        here = {"timeZone": "Europe/Vienna", "locale": "en", "consent": CONSENT}
        self._sends("/api/auth/guest", here)
        self._sends("/api/onboarding", {"consent": CONSENT, **told})
        if name:
            self._sends("/api/profile", {"name": name}, method="PATCH")
        self.all_is_done()

    def goes_on(self) -> None:
        """Live the two weeks day by day."""
        for days in range(13, -1, -1):
            self.is_days_ago(days)
            if days in WINS:
                self._sends("/api/wins", {"text": WINS[days]})
            if days in CARDS:
                title, content = CARDS[days]
                self._sends("/api/cards", {"title": title, "content": content})
            for words in TALK.get(days, ()):
                self.says(words)

    def says(self, words: str) -> None:
        """Send a message and wait for the reply and what is made of it."""
        key = str(uuid5(NAMESPACE_OID, words))
        self._sends("/api/chat", {"text": words, "clientMessageId": key})
        self.all_is_done()

    def keeps(self, what: str, **told: object) -> None:
        """Write down a goal, a dream, a note or a direction: `what` is its route."""
        self._sends(f"/api/{what}", told)

    def is_days_ago(self, days: int) -> None:
        """Move the server's clock."""
        self._clock.write_text((TONIGHT - timedelta(days=days)).isoformat(), "utf-8")

    def all_is_done(self) -> None:
        """Wait until no background job is due at the clock's time."""
        now = self._clock.read_text("utf-8").replace("T", " ")
        done = NO_WORK.format(now)
        wait_until(lambda: self._toney.rows(done) == [(1,)], seconds=60, what="the jobs")

    def _sends(self, path: str, body: dict[str, Any], *, method: str = "POST") -> None:
        answer = self._person.fetch(f"{self._toney.url}{path}", method=method, data=body)
        if not answer.ok:
            raise RuntimeError(f"{path}: {answer.text()}")
        answer.text()
