"""An answer while it is put together: its text, its chips, what it offers and what it saves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.replies import choosing, forms
from coaching.offline.replies.texts import group, small, table, wording
from coaching.templates import filled
from coaching.text.words import first_words
from coaching.values.chips import MOST, Chip
from coaching.values.context import PendingOffer

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn
    from coaching.rules.keeping import Keep
    from coaching.values.practices import Offered

PRACTICE = "practice"
MINUTES = "minutes"
WORDS_OF_AN_OPENING = 3
"""Two replies in a row don't begin with the same so many words."""
SAVES = frozenset({"save_win", "save_card"})
GENERIC = group("answer_generic")
"""Answers that fit whichever practice is under them; the others name their first one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One reply. `mode` is the name of the answer, `keep` a tool to call first."""

    mode: str
    text: str = ""
    chips: tuple[Chip, ...] = ()
    pending: PendingOffer | None = None
    keep: Keep | None = None


def say(
    name: str,
    turn: Turn,
    *,
    pending: PendingOffer | None = None,
    practices: list[Offered] | None = None,
    nth: int = 0,
    **slots: str,
) -> Answer:
    """Return an answer with the chips that fit now."""
    found = wording(name)
    chosen = choosing.of(turn, found.practices) if practices is None else practices
    slots = {"them": small("them", turn.them, turn.language), **slots}
    if chosen:
        slots[MINUTES] = small("numbers", str(chosen[0].minutes), turn.language)
    keeps = pending is not None or not SAVES & set(found.chips)
    offers = keeps and _offers(name, chosen)
    named = forms.slots_of(turn) if "_it}" in found.said(turn.language) or found.is_on_topic else {}
    offers = offers and bool(
        not found.is_on_topic or not found.plain or forms.topic(turn, forms.RECENT)
    )
    text = found.said(turn.language, nth, offers=offers)
    if turn.replies and _opening(text) == _opening(turn.replies[-1].text):
        text = found.said(turn.language, nth + 1, offers=offers)
    chips = _chips(found.chips, chosen, turn, pending, slots)
    return Answer(
        name,
        forms.contracted(filled(text, named | slots)),
        chips,
        pending or _practice_pending(chips, turn),
    )


def chip(name: str, language: str, target: str = "", **slots: str) -> Chip:
    """Return one of the quick replies of `answers.toml`."""
    row = table()["chips"][name]
    return Chip(name, filled(row[language], slots), row.get("action", "say"), target)


def practice_chip(practice: Offered) -> Chip:
    """Return the chip that opens a practice."""
    text = f"{practice.title} · {practice.minutes} min"
    return Chip(f"practice_{practice.id}", text, "practice", practice.id)


def _opening(text: str) -> str:
    return first_words(text, WORDS_OF_AN_OPENING)


def _offers(name: str, chosen: list[Offered]) -> bool:
    wanted = wording(name).practices
    if not wanted and name not in GENERIC:
        return True
    return bool(chosen) and (name in GENERIC or chosen[0].id == wanted[0])


def _chips(
    names: tuple[str, ...],
    chosen: list[Offered],
    turn: Turn,
    pending: PendingOffer | None,
    slots: dict[str, str],
) -> tuple[Chip, ...]:
    left, found = list(chosen), list[Chip]()
    for name in names:
        if name != PRACTICE:
            target = pending.text if pending and name in SAVES else ""
            if pending is not None or name not in SAVES:
                found.append(chip(name, turn.language, target, **slots))
        elif left:
            found.append(practice_chip(left.pop(0)))
    if names and not found:
        found.append(chip("keep_talking", turn.language))
    return tuple(found)[:MOST]


def _practice_pending(chips: tuple[Chip, ...], turn: Turn) -> PendingOffer | None:
    """Return what a bare yes means: the practice, when it is the first thing that was offered."""
    if not chips or chips[0].action != "practice":
        return None
    return PendingOffer("practice", chips[0].target, chips[0].text, len(turn.replies) + 1)
