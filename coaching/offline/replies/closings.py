"""Goodbyes: within a line or two, no hook, no question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.keeping import bare
from coaching.offline.quotes import LONGEST_WHOLE, pick_quote
from coaching.offline.scene import TENDER_MODES
from coaching.offline.steps import mode, plainly
from coaching.offline.text import words

if TYPE_CHECKING:
    from coaching.offline.draft import Draft
    from coaching.offline.lexicon import Lexicon
    from coaching.offline.moment import Moment

KEPT_MODES = frozenset({"breakthrough", "ability_talk", "plan", "past_good_time", "practice_did"})
CARE_MODES = frozenset({"basics_at_risk", "crisis", "concern"})
PLANS = frozenset({"plan", "plan_refined"})


def goodbye(draft: Draft) -> str:
    """One thing of theirs to take along when there is one, then the farewell."""
    moment = draft.moment
    tender = moment.scene.was(TENDER_MODES | CARE_MODES, within=2)
    quote = "" if tender else _sentence_to_keep(moment)
    if quote:
        _take_along(draft, quote)
    elif not tender and moment.scene.was(PLANS):
        draft.line("sm06")
    _farewell(draft, tender=tender)
    return "goodbye"


def _take_along(draft: Draft, quote: str) -> None:
    """Their sentence goes with them."""
    draft.put_rested("take_along", quote=quote)


def _farewell(draft: Draft, *, tender: bool) -> None:
    plain_end = (mode("goodbye", "farewell"), plainly("gd2", name=""))
    if "night" in draft.moment.facts and not draft.moment.reading.found("span"):
        draft.first(mode("goodbye_night", "farewell_night"), *plain_end)
    elif tender:
        draft.first(mode("goodbye_nothing", "farewell_tender"), *plain_end)
    else:
        draft.first(*plain_end)


def _sentence_to_keep(moment: Moment) -> str:
    """The last message that was an insight, a step or a good memory, in their words."""
    said = moment.scene.said
    for reply, text in zip(reversed(moment.scene.replies), reversed(said), strict=False):
        if reply.mode in KEPT_MODES:
            return _kept(text, moment.reading.lexicon, plan=reply.mode == "plan")
    return ""


def _kept(text: str, lexicon: Lexicon, *, plan: bool) -> str:
    """A stretch that stands on its own, else the whole message when it is short."""
    quote = pick_quote(text, lexicon, plan=plan, cut=False)
    whole = bare(text, lexicon)
    return quote or (whole if len(words(whole)) <= LONGEST_WHOLE else "")
