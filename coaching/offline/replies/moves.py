"""What a message does in a story: it defends somebody, tells of a no, names the hour or a sum.

The answers are in `moves.toml`. They fit whatever the story is about, so they are surer in the
middle of one than an answer to the subject that a detail seems to name.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies import asking, meanings
from coaching.offline.replies.answer import say
from coaching.offline.replies.patterns import Table, compiled, read
from coaching.offline.replies.texts import small, wording
from coaching.templates import slots
from coaching.text.words import sentences

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

LEAST = 0.15
"""How likely a move must be to be answered."""
TRIED = 3
"""Moves that are looked at, the likeliest first."""
TOGETHER = 0.36
"""How likely the moves of one kind must be together, where none of them is likely alone."""
_SOMEONE = compiled("(?P<who><SOMEONE>)")
_THEM = {"he": "him", "she": "her", "they": "them", "el": "él"}
_YOURS = {
    **dict.fromkeys(("my", "our"), "your"),
    **dict.fromkeys(("mi", "nuestro", "nuestra"), "tu"),
    "mis": "tus",
}


def answer(turn: Turn, *, least: float = LEAST) -> Answer | None:
    """Answer the likeliest move that can be answered with something new, or return None."""
    found = meanings.moves(turn.text)
    for one in found[:TRIED]:
        if one.score >= least and (said := _said(turn, one.name)):
            return said
    if least > LEAST:
        return None
    likely = {one.name: one.score for one in found}
    kinds = {name: sum(likely[one] for one in row["of"].split()) for name, row in _kinds().items()}
    kind = max(kinds, key=lambda name: kinds[name])
    return _said(turn, kind) if kinds[kind] >= TOGETHER else None


def _said(turn: Turn, name: str) -> Answer | None:
    """Return the first text that can be filled and was not said yet."""
    known = {"who": _who(turn), "number": asking.amount(turn)}
    for nth, text in enumerate(wording(name).texts[turn.language]):
        said = say(name, turn, nth=nth, who=known["who"], number=known["number"])
        if all(known[slot] for slot in slots(text)) and not turn.has_said(said.text):
            return replace(said, mode="story")
    return None


@cache
def _kinds() -> Table:
    return {name: row for name, row in read("moves.toml").items() if "of" in row}


def taken_in(turn: Turn) -> str:
    """Return the sentence of the answer that asks nothing, or an empty text."""
    found = answer(turn)
    first = sentences(found.text)[0] if found else ""
    return "" if "?" in first else first


def _who(turn: Turn) -> str:
    """Return whom a message is about, seen from the coach: `my son` is `your son`."""
    found = _SOMEONE.search(turn.folded)
    if found is None:
        return small("them", "them", turn.language)
    first, *rest = found["who"].split()
    return " ".join((_YOURS.get(first, first), *rest)) if rest else _THEM.get(first, first)
