"""What is left of a session when it ends, by rules: its closing and its line in a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.keepsakes import Kind, is_about_loss, keepsake, scene
from coaching.offline.languages import language_of
from coaching.offline.lexicon import lexicon
from coaching.offline.strategist.wording import copy, in_words, worded
from coaching.offline.text import plain, sentences, tidy, upper_first, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.offline.keepsakes import Keepsake
    from coaching.offline.lexicon import Lexicon

LONGEST_LINE, LONGEST_NOTE, FEW = 120, 45, 3
BESIDE_A_LOSS = (Kind.TENDER, Kind.FOUND)
NEWS = ("did", "half", "did_not", "misfit")


@dataclass(frozen=True, slots=True)
class Recap:
    """The closing (what was touched, a line of theirs, what will be there) and one line of it."""

    note: str
    one_line: str


@dataclass(frozen=True, slots=True)
class Left:
    """What a session leaves beside words: something found, kept words, the card in front.

    `number` is the session's: it turns the wordings, so that no two closings in a row sound alike.
    """

    found: str = ""
    kept: str = ""
    card: str = ""
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
    gift = keepsake(said, known, found=left.found, among=BESIDE_A_LOSS if is_loss else tuple(Kind))
    shown = "" if is_loss else scene(said, known, besides=_given(gift, left))
    say = _Sayer(left.number, known.language)
    to_take, there = _to_take(gift, left, say), _there(left, say, is_loss=is_loss)
    touched = _touched(said, known, shown, say, is_loss=is_loss)
    if not touched and not to_take:
        touched = say("short" if len(said) <= FEW else "nothing")
    note = " ".join(filter(None, (touched, to_take, there)))
    if to_take and len(words(note)) > LONGEST_NOTE:
        note = f"{to_take} {there}"
    return Recap(note, _one_line(gift, shown, known, is_loss=is_loss))


def first_line(note: str) -> str:
    """Return what a list says of a session whose closing somebody else wrote."""
    first = next(iter(sentences(note)), "")
    return _cut(tidy(first))


@dataclass(frozen=True, slots=True)
class _Sayer:
    number: int
    language: str

    def __call__(self, name: str, /, **slots: str) -> str:
        return worded(copy(self.language)["closing"][name], name, self.number, **slots)


def _touched(said: Sequence[str], known: Lexicon, shown: str, say: _Sayer, *, is_loss: bool) -> str:
    """Say what it was about; an opening that fits every talk would say nothing."""
    low = [plain(text) for text in said]
    if is_loss:
        return say("loss")
    if any(known.says("correction", text) for text in low):
        return say("put_right")
    if shown:
        return say("scene", echo=shown)
    if any(known.says(name, text) for text in low for name in NEWS):
        return say("news")
    return ""


def _to_take(gift: Keepsake | None, left: Left, say: _Sayer) -> str:
    """Give one sentence of theirs back: the one that was kept, else the one that weighs most."""
    if left.kept and (gift is None or gift.kind is not Kind.FOUND or _same(gift.quote, left.kept)):
        return say("kept", quote=left.kept.rstrip("."))
    return say(gift.kind.value, quote=gift.quote) if gift else ""


def _there(left: Left, say: _Sayer, *, is_loss: bool) -> str:
    """Say what will be there; the card is named every other time, and never beside a loss."""
    named = left.card and not is_loss and not left.kept and left.number % 2 == 0
    return say("card", card=left.card) if named else say("open")


def _given(gift: Keepsake | None, left: Left) -> list[str]:
    """Return what is given back anyway, sentence by sentence."""
    parts = [part.strip(" .") for part in sentences(left.kept)]
    return [*parts, gift.quote] if gift else parts


def _same(one: str, other: str) -> bool:
    return plain(one) in plain(other) or plain(other) in plain(one)


def _one_line(gift: Keepsake | None, shown: str, known: Lexicon, *, is_loss: bool) -> str:
    lines = copy(known.language)["closing"]
    if is_loss:
        return lines["line_tender"]
    if gift:
        return _cut(in_words(gift.quote, known.language))
    return _cut(upper_first(shown)) if shown else lines["line_nothing"]


def _cut(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    ends = f"…{line[-1]}" if line.endswith(("”", "»")) else "…"
    return f"{line[: LONGEST_LINE - 2].rsplit(' ', 1)[0]}{ends}"
