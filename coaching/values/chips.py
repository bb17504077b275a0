"""A quick reply under a message of the coach."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ChipAction = Literal[
    "say",
    "practice",
    "practice_start",
    "practice_resume",
    "practice_leave",
    "practices",
    "help",
    "keep_card",
    "keep_win",
    "your_data",
    "reminders",
    "note",
    "check_in",
]

MOST = 2
"""How many chips a reply has at most; a question from 0 to 10 and one for a mood have all."""

SCALE = tuple(str(number) for number in range(11))
_ASKS_FOR_A_NUMBER = ("0 to 10", "0 a 10")


@dataclass(frozen=True, slots=True)
class Chip:
    """A button that answers: each can be typed too, and `text` is what is then sent.

    `say` sends `text`; `practice` offers the practice whose id is `target`. `practice_start` is one
    that they said yes to: the page opens it by itself. `practice_resume` and `practice_leave` go on
    with the running one or end it. `note` opens the note whose id is `target`. `check_in` sends its
    mood, which is kept as a check-in. The others open the list of practices, help, the card editor,
    a new win, the reminders or the person's data.
    """

    id: str
    text: str
    action: ChipAction = "say"
    target: str = ""


def scale() -> tuple[Chip, ...]:
    """Return the chips that answer a question from 0 to 10."""
    return tuple(Chip(f"scale_{number}", number) for number in SCALE)


def asks_for_a_number(text: str) -> bool:
    """Return True if the coach asks for a number from 0 to 10."""
    return any(asked in text for asked in _ASKS_FOR_A_NUMBER)


def shown(*groups: Iterable[Chip]) -> tuple[Chip, ...]:
    """Return the chips that a reply may have: the first two, a whole scale, or all moods."""
    found = {chip.id: chip for group in groups for chip in group}
    numbers = scale()
    if all(chip.id in found for chip in numbers):
        return numbers
    if moods := tuple(chip for chip in found.values() if chip.action == "check_in"):
        return moods
    return tuple(found.values())[:MOST]


def cited(found: Iterable[Chip], reply: str) -> tuple[Chip, ...]:
    """Return chips without the notes that a reply doesn't name.

    A title of one word has to be in quotation marks: such a word is said without meaning a note.
    """
    return tuple(chip for chip in found if chip.action != "note" or _is_named(chip.text, reply))


def as_json(chips: Iterable[Chip]) -> list[dict[str, Any]]:
    """Return chips as they are stored."""
    return [asdict(chip) for chip in chips]


def from_json(stored: Iterable[Mapping[str, Any]]) -> tuple[Chip, ...]:
    """Return stored chips."""
    return tuple(Chip(**chip) for chip in stored)


def _is_named(title: str, reply: str) -> bool:
    words = r"\s+".join(map(re.escape, title.split()))
    around = (r"(?<!\w)", r"(?!\w)") if len(title.split()) > 1 else (r"[\"“«‘]", r"[\"”»’.,]")
    return re.search(words.join(around), reply, re.IGNORECASE) is not None
