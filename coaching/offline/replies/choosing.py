"""Which practice goes with an answer: those that suit the message, of those that fit the person.

`coaching.domains.practices.offering` has filtered, ranked and paced them before the reply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.practices.content import load_library
from coaching.offline.replies import forms
from coaching.offline.replies.intents import asks_for_help
from coaching.offline.replies.texts import pattern, tips_on, wording
from coaching.offline.replies.turn import fold
from coaching.text.words import words
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.offline.replies.turn import Turn
    from coaching.values.practices import Offered

MOST_OFFERED = 2  # choices at a time; more is a menu
SHORT_MESSAGE = 6  # words; a longer one says more than a choice
TELLING_LETTERS = 4  # shorter words are articles and the like
LOOK_BACK, REFUSED_FOR = 4, 6
REFUSED = frozenset({"declined_offer"})
"""After a no nothing is offered for a few replies, unless they ask."""
ASKED_FOR = frozenset({"practice_offer", "practice_other", "help"})
_CALM = pattern("choosing_calm")
FOR_ANYTHING = ("slow_breath", "name_it", "one_thing_off", "kind_words")


def of(turn: Turn, wanted: Iterable[str], most: int = MOST_OFFERED) -> list[Offered]:
    """Return the practices among these that may be offered now, in this order.

    Nothing is offered at random in the first reply, but what a first message asks for may be.
    """
    found = turn.ctx.practices.offered or (() if turn.replies else _at_once(turn))
    if not turn.is_quiet and asks_for_help(turn.text, turn.language):
        found = turn.ctx.practices.open
    elif turn.was(REFUSED, within=REFUSED_FOR):
        found = ()
    may = {practice.id: practice for practice in found}
    return [may[name] for name in wanted if name in may][:most]


def _at_once(turn: Turn) -> tuple[Offered, ...]:
    stage, library = turn.ctx.person.stage, load_library()
    if turn.is_quiet or stage is Stage.PRECONTEMPLATION:
        return ()
    fits = ((one, library.find(one.id)) for one in turn.ctx.practices.open)
    return tuple(one for one, practice in fits if practice and stage in practice.stages)


def asked_for(turn: Turn) -> Offered | None:
    """Return the practice for somebody who asks for one, by what they said last.

    Right after an exercise was offered on request, another one is meant.
    """
    shown = shown_here(turn) if is_again(turn) else frozenset[str]()
    fits = {one.id: one for one in turn.ctx.practices.open if one.id not in shown}
    wanted = (*_for_topics(turn), *FOR_ANYTHING, *fits)
    return next((fits[name] for name in wanted if name in fits), None)


def is_again(turn: Turn) -> bool:
    """Return True if an exercise was offered on request in the last two replies."""
    return turn.was(ASKED_FOR, within=MOST_OFFERED)


def _for_topics(turn: Turn) -> list[str]:
    """Return the practices for what this message and the last ones are about, newest first."""
    found = ["slow_breath"] if _CALM.search(turn.folded) else []
    for text in (turn.text, *reversed(turn.said[-LOOK_BACK:])):
        found += forms.practices_for(fold(text), turn.language)
        found += [one for name in tips_on(fold(text)) for one in wording(name).practices]
    return found


def find(turn: Turn, practice_id: str) -> Offered | None:
    """Return a practice that may be started."""
    return next((one for one in turn.ctx.practices.open if one.id == practice_id), None)


def named_in(turn: Turn) -> Offered | None:
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
    chips = (chip for reply in turn.replies for chip in reply.chips)
    return frozenset(chip.target for chip in chips if chip.action == "practice")
