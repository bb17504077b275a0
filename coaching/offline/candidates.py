"""Which lines may be said now, and which of them fits best (voice.md 6.4 rule 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

from coaching.content import ALL_TENSIONS
from coaching.offline.lines import sayings
from coaching.offline.slots import MIRRORS, OPTIONAL
from coaching.offline.text import first_words
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.content import Entry
    from coaching.offline.moment import Moment

SLOT, OWN_TENSION, OWN_STAGE, OWN_SIGNAL = 2.0, 2.5, 1.0, 1.0
OWN_FEELING, LINK = 2.5, 2.5
LINKING = frozenset({"then", "why", "quote_1"})
LIGHT_OR_DARK = frozenset({"bright", "not_bright", "told"})
OWN_THEME, ANSWERS_US, HELD_FACT, SAME_STEP = 3.0, 3.5, 1.0, 2.0
STALE, NARROW, WORN = 0.6, 0.8, 5.0
REST = 60
IN_TUNE, OUT_OF_TUNE = 1.2, 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its slots filled."""

    entry: Entry
    text: str

    @property
    def opening(self) -> str:
        """The first two words."""
        return first_words(self.text)

    @property
    def mirrors(self) -> bool:
        """Whether it gives the person's own clause back."""
        return bool(set(self.entry.conditions.needs) & MIRRORS)


def candidates(entries: Iterable[Entry], moment: Moment) -> list[Line]:
    """Return the lines that may be said, best first.

    Of equals the message decides, so that not everybody hears the same one first, and the same
    message always gets the same.
    """
    values = moment.values
    fitting = [entry for entry in entries if may_say(entry, moment, values)]
    fitting.sort(key=lambda entry: (-score(entry, moment), _lot(entry, moment)))
    return [Line(entry, fill(entry, moment, values)) for entry in fitting]


def _lot(entry: Entry, moment: Moment) -> int:
    return crc32(f"{entry.id} {moment.ctx.message}".encode())


def fill(entry: Entry, moment: Moment, values: dict[str, str]) -> str:
    """Return the text of a line in the person's language."""
    text = entry.say(moment.language)
    for name in entry.conditions.needs:
        text = text.replace(f"{{{name}}}", values.get(name, ""))
    return text


def may_say(entry: Entry, moment: Moment, values: dict[str, str]) -> bool:
    """Whether all conditions of a line hold."""
    wanted = entry.conditions
    return (
        entry.is_said_in(moment.language)
        and (not wanted.theme or not moment.about.isdisjoint(wanted.theme))
        and all(name in values or name in OPTIONAL for name in wanted.needs)
        and _suits_person(entry, moment)
        and _suits_message(entry, moment)
        and _is_fresh(entry, moment)
    )


def _suits_person(entry: Entry, moment: Moment) -> bool:
    wanted = entry.conditions
    low, high = wanted.tone
    return (
        (moment.tension in wanted.tension if moment.tension else _is_for_all(entry))
        and moment.stage in wanted.stage
        and low <= round(moment.tone) <= high
        and moment.depth in wanted.depth
    )


def _is_for_all(entry: Entry) -> bool:
    return len(entry.conditions.tension) == len(ALL_TENSIONS)


def _suits_message(entry: Entry, moment: Moment) -> bool:
    wanted, reading = entry.conditions, moment.reading
    return (
        ("any" in wanted.signal or not moment.signals.isdisjoint(wanted.signal))
        and not (wanted.theme and "sustain" in moment.facts)
        and (not wanted.feelings or not moment.about.isdisjoint(wanted.feelings))
        and not (reading.feeling and reading.feeling.noun in wanted.not_feelings)
        and (not wanted.max_user_words or reading.word_count <= wanted.max_user_words)
        and (wanted.talk != "sustain" or "sustain" in moment.facts)
        and moment.facts.issuperset(wanted.requires)
        and _suits_session(entry, moment)
    )


def _suits_session(entry: Entry, moment: Moment) -> bool:
    wanted, scene = entry.conditions, moment.scene
    first, last = wanted.turns or (1, scene.turn)
    return (
        first <= scene.turn <= last
        and (not wanted.after or scene.asked_step in wanted.after)
        and (not wanted.practice or f"practice:{wanted.practice}" in moment.facts)
    )


def _is_fresh(entry: Entry, moment: Moment) -> bool:
    """Once a session, or again after so many replies; a saying rests longer, over sessions too."""
    here, ago = moment.scene.used_ago(entry.id), moment.scene.rested(entry.id)
    again = entry.conditions.reusable_after
    if entry.id in sayings() and not entry.mode and 0 < ago <= REST:
        return False
    return here == 0 or (again is not None and here > again)


def score(entry: Entry, moment: Moment) -> float:
    """Return how well a line fits; higher is better."""
    wanted = entry.conditions
    points = SLOT * len(set(wanted.needs) - OPTIONAL)
    points += OWN_TENSION * (not _is_for_all(entry))
    points += OWN_STAGE * (len(wanted.stage) < len(Stage) and moment.stage in wanted.stage)
    points += OWN_SIGNAL * bool(set(wanted.signal) & moment.signals)
    points += LINK * bool(LINKING & set(wanted.needs))
    points += OWN_FEELING * bool(wanted.feelings)
    points += OWN_THEME * (bool(wanted.theme) + bool(wanted.talk)) + ANSWERS_US * bool(wanted.after)
    points += NARROW / len(wanted.theme) if wanted.theme else 0
    points += HELD_FACT * len(set(wanted.requires) - LIGHT_OR_DARK)
    points -= STALE * (moment.scene.used_ago(entry.id) > 0)
    points -= WORN * _wear(entry, moment)
    return points + _tuned(wanted.pitch, moment.tone)


def _wear(entry: Entry, moment: Moment) -> float:
    """How much a line is in the ear: a piece of theirs alone never is."""
    is_known = entry.id in sayings() or bool(entry.mode)
    return moment.scene.wear(entry.id) if is_known else 0.0


def _tuned(pitch: float | None, tone: float) -> float:
    """How near a line's own tone is to theirs: the whole scale counts, not three bands of it."""
    return 0.0 if pitch is None else IN_TUNE - OUT_OF_TUNE * abs(tone - pitch)
