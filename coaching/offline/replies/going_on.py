"""Replies about an area: where no answer to a subject is sure, and where they go on about one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.replies.answer import say
from coaching.offline.replies.intents import asks_for_help
from coaching.offline.replies.patterns import read
from coaching.offline.replies.texts import PREFIX, wording

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

ASKED = "ask_on_area"
NOD = 6  # words of an answer that may well be about anything


def about(turn: Turn, area: str) -> Answer:
    """Say what fits whatever it is about in this area, and ask about it."""
    line = str(read("areas.toml")[area]["open"][turn.language])
    return _said(turn, area, "about_area", line=line)


def on(turn: Turn, area: str, before: str) -> Answer:
    """Go on about an area: ask about it; to a nod or a request say what can help next."""
    nth = turn.modes().count(f"{PREFIX}{area}")
    line = _line(turn, area)
    tells = turn.count > NOD and not asks_for_help(turn.text, turn.language)
    if not line or (tells and nth < len(wording(ASKED).texts[turn.language])):
        frame = ASKED if nth < len(wording(ASKED).texts[turn.language]) else "end_of_area"
        return _said(turn, area, frame, nth=turn.modes().count(f"{PREFIX}{area}"))
    return _said(turn, area, "on_area", line=line[0].lower() + line[1:], before=before)


def question(turn: Turn, area: str) -> Answer:
    """Say that the answer isn't known here, and who knows it."""
    return _said(turn, area, "question_area")


def words_to_say(turn: Turn, area: str) -> Answer | None:
    """Return two sentences to send or say, once."""
    draft = read("areas.toml").get(area, {}).get("say", {}).get(turn.language, "")
    if not draft or turn.has_said(draft):
        return None
    return _said(turn, area, "words_area", line=draft)


def _said(
    turn: Turn, area: str, frame: str, *, nth: int = 0, line: str = "", before: str = ""
) -> Answer:
    row = read("areas.toml")[area]
    topic, who = (str(row[key][turn.language]) for key in ("name", "who"))
    found = say(frame, turn, nth=nth, topic=topic, who=who, line=line, before=before)
    return replace(found, mode=f"{PREFIX}{area}")


def _line(turn: Turn, area: str) -> str:
    """Return the first line about an area that was not said yet."""
    lines = wording(f"{PREFIX}{area}").texts[turn.language]
    return next((one for one in lines if not turn.has_said(one[1:])), "")
