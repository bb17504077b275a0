"""The two texts that the person reads: the sentence on home and the closing note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.recap import recap
from coaching.offline.slots import short_why
from coaching.offline.strategist.case import LIKELY
from coaching.offline.strategist.wording import copy
from coaching.offline.text import words
from coaching.values.enums import SignalType, Trigger

if TYPE_CHECKING:
    from coaching.offline.strategist.case import Case

SHORTEST, LONGEST = 15, 30


def one_sentence(case: Case) -> str:
    """Return the sentence for home, 15 to 30 words; it moves as the person moves."""
    options = [*_from_newest(case), _with_why(case), str(case.copy["one"])]
    return next(filter(_fits_home, options))


def _fits_home(text: str) -> bool:
    """Of a fit length, and neither a question nor a number: such a run would be refused whole."""
    is_plain = "?" not in text and not any(sign.isdigit() for sign in text)
    return is_plain and SHORTEST <= len(words(text)) <= LONGEST


def _from_newest(case: Case) -> list[str]:
    """Built on what they found or did last."""
    lines = copy()["home"]
    found = [s.quote for s in case.of(SignalType.BREAKTHROUGH, least=LIKELY) if s.quote]
    wins = sorted(case.ctx.wins, key=lambda win: (win.created_at, win.id))
    options = [lines["found"].replace("{quote}", quote) for quote in found[-1:]]
    return options + [lines["won"].replace("{quote}", win.text.rstrip(".")) for win in wins[-1:]]


def _with_why(case: Case) -> str:
    why = short_why(case.person.emotional_why)
    return str(case.copy["one_why"]).replace("{why}", why) if why else ""


def closing_note(case: Case) -> str:
    """Return what was touched, one line of theirs, and what will be there next time."""
    if case.ctx.trigger is not Trigger.SESSION_END:
        return ""
    focus = case.focus
    left = recap(
        case.said,
        found=case.newest_sentence,
        card=focus.title if focus else "",
        after_danger=case.ctx.safety_recent,
    )
    return left.note
