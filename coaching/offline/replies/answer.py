"""An answer while it is put together: its text, its chips, what it offers and what it saves.

Practices suit the message, of those that fit the person: `coaching.domains.practices.offering`
has filtered, ranked and paced them before the reply.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.practices.content import load_library
from coaching.offline.replies import forms
from coaching.offline.replies.intents import asks_for_help
from coaching.offline.replies.texts import group, pattern, small, table, tips_on, wording
from coaching.offline.replies.turn import fold
from coaching.templates import filled
from coaching.text.words import first_words, words
from coaching.values.chips import MOST, Chip
from coaching.values.context import PendingOffer
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.offline.replies.turn import Turn
    from coaching.rules.keeping import Keep
    from coaching.values.practices import Offered

PRACTICE, MINUTES = "practice", "minutes"
WORDS_OF_AN_OPENING = 3  # two replies in a row don't begin with the same so many words
SAVES = frozenset({"save_win", "save_card"})
GENERIC = group("answer_generic")
"""Answers that fit whichever practice is under them; the others name their first one."""
MOST_OFFERED = 2  # choices at a time; more is a menu
SHORT_MESSAGE, TELLING_LETTERS = 6, 4  # a longer message is no choice, shorter words are articles
LOOK_BACK, REFUSED_FOR = 4, 6
MOST_TO_ASK = 12  # words of a question that may be about what was told before
REFUSED = frozenset({"declined_offer"})
"""After a no nothing is offered for a few replies, unless they ask."""
ASKED_FOR = frozenset({"practice_offer", "practice_other", "help"})
_CALM = pattern("choosing_calm")
FOR_ANYTHING = ("slow_breath", "name_it", "one_thing_off", "kind_words")


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
    chosen = fitting(turn, found.practices) if practices is None else practices
    slots = {"them": small("them", turn.them, turn.language), **slots}
    if chosen:
        slots[MINUTES] = small("numbers", str(chosen[0].minutes), turn.language)
    keeps = pending is not None or not SAVES & set(found.chips)
    offers = keeps and _offers(name, chosen)
    text = found.said(turn.language, nth, offers=offers)
    if turn.replies and _opening(text) == _opening(turn.replies[-1].text):
        text = found.said(turn.language, nth + 1, offers=offers)
    chips = _chips(found.chips, chosen, turn, pending, slots)
    text = forms.contracted(filled(text, slots))
    return Answer(name, text, chips, pending or _practice_pending(chips, turn))


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


def fitting(turn: Turn, wanted: Iterable[str], most: int = MOST_OFFERED) -> list[Offered]:
    """Return those practices that may be offered now; first of all, what is asked for."""
    found = turn.ctx.practices.offered or (() if turn.replies else _at_once(turn))
    if not turn.is_quiet and asks_for_help(turn.text, turn.language):
        found = turn.ctx.practices.open
    elif turn.was(REFUSED, within=REFUSED_FOR):
        found = ()
    may = {practice.id: practice for practice in found}
    chosen = (may[name] for name in wanted if name in may)
    return sorted(chosen, key=lambda one: one.is_recent)[:most]


def _at_once(turn: Turn) -> tuple[Offered, ...]:
    stage, library = turn.ctx.person.stage, load_library()
    if turn.is_quiet or stage is Stage.PRECONTEMPLATION:
        return ()
    fits = ((one, library.find(one.id)) for one in turn.ctx.practices.open if not one.is_recent)
    return tuple(one for one, practice in fits if practice and stage in practice.stages)


def asked_for(turn: Turn) -> Offered | None:
    """Return the practice for what they said last; one done lately only if there's no other."""
    shown = shown_here(turn) if is_again(turn) else frozenset[str]()
    fits = {one.id: one for one in turn.ctx.practices.open if one.id not in shown}
    wanted = (fits[name] for name in (*_for_topics(turn), *FOR_ANYTHING, *fits) if name in fits)
    return min(wanted, key=lambda one: one.is_recent, default=None)


def is_again(turn: Turn) -> bool:
    """Return True if an exercise was offered on request in the last two replies."""
    return turn.was(ASKED_FOR, within=MOST_OFFERED)


def _for_topics(turn: Turn) -> list[str]:
    """Return the practices for what this message and the last ones are about, newest first."""
    found = ["slow_breath"] if _CALM.search(turn.folded) else []
    earlier = turn.said[: -LOOK_BACK - 1 : -1] if turn.count <= MOST_TO_ASK else ()
    for text in (turn.text, *earlier):
        found += forms.practices_for(fold(text), turn.language)
        found += [one for name in tips_on(fold(text)) for one in wording(name).practices]
    return found


def practice_of(turn: Turn, practice_id: str) -> Offered | None:
    """Return a practice that may be started."""
    return next((one for one in turn.ctx.practices.open if one.id == practice_id), None)


def practice_named(turn: Turn) -> Offered | None:
    """Return the practice whose title somebody types."""
    low = turn.low.strip(" .!?¿¡")
    titles = ((one, one.title.lower().strip(" .!?¿¡")) for one in turn.ctx.practices.open)
    said = {word for word in words(low) if len(word) >= TELLING_LETTERS}
    for one, title in titles:
        telling = {word for word in words(title) if len(word) >= TELLING_LETTERS}
        if title == low or (
            turn.count <= SHORT_MESSAGE and len(telling) >= MOST_OFFERED and telling <= said
        ):
            return one
    return None


def shown_here(turn: Turn) -> frozenset[str]:
    """Return the practices that stood under replies of this session."""
    return frozenset(c.target for said in turn.replies for c in said.chips if c.action == PRACTICE)
