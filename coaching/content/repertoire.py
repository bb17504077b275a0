"""The offline coach's lines, with the conditions under which each may be said."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Literal

from coaching.content.reading import BrokenContent, data_file, read, record, require_unique
from coaching.values.enums import Depth, Stage, Tension

WRITTEN_IN = ("es",)
Kind = Literal[
    "question",
    "bridge",
    "reflection_simple",
    "reflection_complex",
    "reflection_double",
    "affirmation",
    "summary",
    "autonomy",
]
SignalCondition = Literal[
    "any", "emotional", "breakthrough", "deflection", "practice_checkin", "topic_shift"
]


@record
class Conditions:
    """When a line fits. `needs` names the slots that its text fills; empty lists exclude all.

    `tone` is where a line may be said at all, `pitch` the tone at which it sounds best.
    `theme`: what the message is about (one of them); `after`: the step of the question that it
    answers; `requires`: facts of the moment that must all hold; `turns`: from reply to reply.
    """

    tension: tuple[Tension, ...]
    stage: tuple[Stage, ...]
    tone: tuple[int, int]
    signal: tuple[SignalCondition, ...]
    needs: tuple[str, ...] = ()
    when: str = ""
    aware_step: str = ""
    practice: str = ""
    talk: str = ""
    note: str = ""
    pitch: float | None = None
    depth: tuple[Depth, ...] = tuple(Depth)
    feelings: tuple[str, ...] = ()
    not_feelings: tuple[str, ...] = ()
    max_user_words: int | None = None
    reusable_after: int | None = None
    theme: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    turns: tuple[int, int] | None = None


@record
class Entry:
    """One line, in every language or in one; `question` says whether it asks something."""

    id: str
    kind: Kind
    text: dict[str, str]
    conditions: Conditions
    question: bool
    mode: str = ""

    def __post_init__(self) -> None:
        if not self.text:
            raise ValueError("a line needs a text")
        for language, text in self.text.items():
            if ("?" in text) != self.question:
                raise ValueError(f"question and the {language} text disagree")
            if slots(text) != set(self.conditions.needs):
                raise ValueError(f"needs and the slots of the {language} text disagree")

    def say(self, language: str) -> str:
        """Return the line in a language: its regional form, the language, else English."""
        base = language.split("-", 1)[0]
        return self.text.get(language) or self.text.get(base) or self.main

    def is_said_in(self, language: str) -> bool:
        """Whether there are words for a language; a line in English alone is said in any."""
        return "en" in self.text or language.split("-", 1)[0] in self.text

    @property
    def main(self) -> str:
        """The text by which a line is judged: the English, else the one it was written in."""
        return self.text.get("en") or next(iter(self.text.values()))


@record
class _More:
    """The lines that one language has beside those of the repertoire."""

    version: str
    note: str
    entries: tuple[Entry, ...]


@record
class WordCounts:
    """How long a reply may be."""

    working: tuple[int, int]
    short_ok: tuple[str, ...]
    hard_max: int


@record
class Selection:
    """Rules of choosing (voice.md 6.4) that are numbers or lists."""

    opening_words: int
    opening_window: int
    max_questions_per_reply: int
    max_question_run: int
    quiet_turns_after_grief: int
    template_reuse: str
    quote_words: tuple[int, int]
    quotes_per_reply: int
    noun_template_only_if_noun_in_current_message: bool
    words: WordCounts
    offer_card: str
    offer_practice: str
    mode_order: tuple[str, ...]
    adopted_after_criticism: tuple[str, ...]
    shapes: dict[str, tuple[str, ...]]


@record
class Repertoire:
    """The whole file; `slots` explains what fills each placeholder."""

    version: str
    note: str
    languages: tuple[str, ...]
    regional_variants: tuple[str, ...]
    slots: dict[str, str]
    selection: Selection
    entries: tuple[Entry, ...]

    def of_kind(self, kind: Kind) -> tuple[Entry, ...]:
        """Return the lines of one kind that belong to no mode, in file order."""
        return tuple(entry for entry in self.entries if entry.kind == kind and not entry.mode)


def slots(text: str) -> set[str]:
    """Return the names in braces."""
    return {part.split("}", 1)[0] for part in text.split("{")[1:]}


@cache
def load_repertoire() -> Repertoire:
    """Return everything in repertoire.json, and what was written in another language beside it."""
    found = read(data_file("repertoire.json"), Repertoire)
    for name in WRITTEN_IN:
        more = read(data_file(f"repertoire.{name}.json"), _More)
        found = replace(found, entries=(*found.entries, *more.entries))
    require_unique("repertoire.json", "entries", (entry.id for entry in found.entries))
    known = {*found.languages, *found.regional_variants}
    for entry in found.entries:
        if unknown := set(entry.text) - known:
            raise BrokenContent(f"repertoire.json: entries.{entry.id}.text: {sorted(unknown)}")
        if unknown := set(entry.conditions.needs) - set(found.slots):
            raise BrokenContent(f"repertoire.json: entries.{entry.id}.needs: {sorted(unknown)}")
    return found
