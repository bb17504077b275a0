"""The arm without the product: the same messages, one paragraph, and the whole history."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tests.model_in_loop.files import digest, load, store
from tests.model_in_loop.people import gap_before
from tests.model_in_loop.playing import BEGINS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.model_in_loop.files import Folder
    from tests.model_in_loop.people import Person

PARAGRAPH = (
    "You are Toney, a warm, plain-spoken money coach, not a therapist or financial adviser. Use "
    "motivational interviewing: understand before you suggest, reflect more than you ask, at most "
    "one open question, two to five sentences, no lists, no lecturing, the person's own register. "
    "Ask before advising; everyday facts you may simply answer. Never shame, never pick financial "
    "products; give neutral facts that matter and name free regulated advice. If somebody may be "
    "at risk, ask directly and name help. Earlier conversations are above."
)


async def play_plain(people: Sequence[Person], folder: Folder) -> None:
    """Play everybody at once, each at the pace of their own replies."""
    days = [BEGINS]
    for number in range(1, max(len(person.sessions) for person in people)):
        days.append(days[-1] + timedelta(days=max(gap_before(people, number), 1)))
    dates = [f"{day:%A %d %B %Y}" for day in days]
    await asyncio.gather(*(_play(person, dates, folder) for person in people))
    folder.finished.touch()


async def _play(person: Person, dates: Sequence[str], folder: Folder) -> None:
    path = folder.person(person.id)
    record = load(path, {"id": person.id, "sessions": []})
    for number, session in enumerate(person.sessions):
        if number == len(record["sessions"]):
            record["sessions"].append({"at": dates[number], "turns": []})
        turns = record["sessions"][number]["turns"]
        for text in session.messages[len(turns) :]:
            request = _request(person.id, record["sessions"], text)
            content = await folder.answered(request)
            reply = "".join(block["text"] for block in content)
            turns.append({"message": text, "reply": reply, "status": "done"})
            store(path, record)


def _request(who: str, sessions: Sequence[dict[str, Any]], text: str) -> dict[str, Any]:
    today = sessions[-1]["at"]
    messages: list[dict[str, Any]] = []
    for session in sessions:
        said = [*session["turns"], *([{"message": text}] if session is sessions[-1] else [])]
        for place, turn in enumerate(said):
            date = f"[{session['at']}]\n\n" if place == 0 else ""
            messages.append({"role": "user", "content": date + turn["message"]})
            if "reply" in turn:
                messages.append({"role": "assistant", "content": turn["reply"]})
    return {
        "id": digest([who, len(messages), text]),
        "at": len(messages),
        "role": "plain",
        "model": "claude-sonnet-5-5",
        "who": digest(who),
        "max_tokens": 4000,
        "system": [PARAGRAPH, f"Today is {today}."],
        "tools": [],
        "schema": None,
        "messages": messages,
    }
