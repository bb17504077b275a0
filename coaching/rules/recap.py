"""What is left of a session when it ends, by rules: its closing and its line in a list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.rules.keepsakes import is_about_loss
from coaching.rules.wording import copy, filled, worded
from coaching.text.language import language_of
from coaching.text.lexicon import lexicon
from coaching.text.words import plain, sentences, tidy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.text.lexicon import Lexicon

LONGEST_LINE = 120  # characters; a longer one is cut at a word
FEW_MESSAGES = 3  # a talk that is too short for topics
TOPICS = 2  # as many fit into the sentence
_QUOTE = re.compile(r"[\"«»]|(?<!\w)'\w[^']*'(?!\w)")
NEWS = ("did", "half", "did_not", "misfit")


@dataclass(frozen=True, slots=True)
class Recap:
    """The closing (what it was about, what was saved, how it goes on), and a title."""

    note: str
    one_line: str


@dataclass(frozen=True, slots=True)
class Left:
    """What a session leaves beside words: what was saved in it.

    `number` is the session's: where there are several wordings, it chooses one.
    """

    kept: str = ""
    number: int = 0


NOTHING = Left()


def recap(
    said: Sequence[str], left: Left = NOTHING, *, after_danger: bool, language: str = "en"
) -> Recap:
    """Return the recap of what a person said; words from a turn of danger are not among them.

    After danger nothing is quoted, named or asked, and a loss gets no card.
    """
    known = lexicon(language_of(tuple(reversed(said)), language))
    lines = copy(known.language)["closing"]
    if after_danger:
        return Recap(lines["after_danger"], lines["line_after_danger"])
    is_loss = is_about_loss(said, known)
    about = "" if is_loss else topics(said, known)
    say = _Sayer(left.number, known.language)
    saved = say("kept", quote=left.kept.rstrip(".")) if left.kept else ""
    touched = _touched(said, known, about, say, is_loss=is_loss)
    note = " ".join(filter(None, (touched, saved, say("open"))))
    is_short = len(said) <= FEW_MESSAGES
    is_mostly_loss = is_loss and (is_short or _is_loss_more_than_once(said, known))
    return Recap(note, _one_line(about, known, is_loss=is_mostly_loss, is_short=is_short))


def first_line(note: str) -> str:
    """Return what a list says of a session whose closing somebody else wrote.

    The first sentence without a quote, or nothing: a list of sessions is read at a glance, also by
    whoever sits next to them, and an insult that somebody quoted must not be its headline.
    """
    lines = map(tidy, sentences(note))
    plain_ones = (line for line in lines if line and line[0] != "'" and not _QUOTE.search(line))
    return _cut(next(plain_ones, ""))


def topics(said: Sequence[str], known: Lexicon) -> str:
    """Return what a session was about, at most two: debt, then what most messages have words of."""
    table = copy(known.language)
    messages = [plain(text) for text in said]
    if any(known.says("boundary", text) for text in messages):
        return ""
    found = {
        name: sum(re.search(words_of, text) is not None for text in messages)
        for name, words_of in table["topics"][known.language].items()
    }
    often = (name for name in found if found[name] > (name in table["topics"]["often"]))
    first = table["topics"]["first"]
    most: list[str] = sorted(often, key=lambda name: (name not in first, -found[name]))[:TOPICS]
    if len(most) < TOPICS:
        return "".join(most)
    return filled(table["closing"]["and"], a=most[0], b=most[1])


@dataclass(frozen=True, slots=True)
class _Sayer:
    number: int
    language: str

    def __call__(self, name: str, /, **slots: str) -> str:
        return worded(copy(self.language)["closing"][name], name, self.number, **slots)


def _touched(said: Sequence[str], known: Lexicon, about: str, say: _Sayer, *, is_loss: bool) -> str:
    """Return what it was about in a plain sentence; quotes out of context read oddly."""
    low = [plain(text) for text in said]
    if is_loss:
        return say("loss")
    if any(known.says("correction", text) for text in low):
        return say("put_right")
    if about:
        return say("topics", topics=about)
    if any(known.says(name, text) for text in low for name in NEWS):
        return say("news")
    return say("short" if len(said) <= FEW_MESSAGES else "nothing")


def _is_loss_more_than_once(said: Sequence[str], known: Lexicon) -> bool:
    """Return True if a loss came up in two messages: a funeral that was paid for is no title."""
    return sum(is_about_loss([text], known) for text in said) > 1


def _one_line(about: str, known: Lexicon, *, is_loss: bool, is_short: bool) -> str:
    """Return the title in the list: what it was about, never words out of their place."""
    lines = copy(known.language)["closing"]
    if is_loss:
        return lines["line_tender"]
    if about:
        return filled(lines["line_topics"], topics=about)
    return lines["line_nothing" if is_short else "line_untitled"]


def _cut(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    ends = f"…{line[-1]}" if line.endswith(("”", "»")) else "…"
    return f"{line[: LONGEST_LINE - 2].rsplit(' ', 1)[0]}{ends}"
