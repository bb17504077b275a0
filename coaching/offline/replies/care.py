"""Safety: plain words and people to turn to. The fixed text was shown before this reply."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.replies import forms
from coaching.offline.replies.answer import chip, say
from coaching.offline.replies.intents import means
from coaching.offline.replies.listening import TAKEN_IN
from coaching.offline.replies.texts import pattern
from coaching.offline.replies.turn import CRISIS
from coaching.text.words import first_words, plain, sentences, tidy
from coaching.text.words import heard as heard_in
from coaching.values.chips import MOST
from coaching.values.enums import CheckAnswer, SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

LONG_ENOUGH = 5  # words of a message that is surely about something else
ANSWERS = 2  # how many replies back a crisis is still what an answer is about
_CRISIS = {
    "domestic_economic_abuse": "crisis_abuse",
    "harm_to_others": "crisis_abuse",
    "fraud": "crisis_fraud",
    "acute_debt": "crisis_basics",
    "mania_psychosis": "crisis_doctor",
}
_CONCERN = {
    "gambling": "concern_gambling",
    "domestic_economic_abuse": "concern_abuse",
    "fraud": "concern_fraud",
    "acute_debt": "basics",
    "suicidality": "concern_check",
    "self_harm": "concern_check",
    "harm_to_others": "ask_harm",
}
_PLAIN = ("despair", "threat", "scam", "needs")  # patterns of danger that is said in so many words
_LETTER, _NEEDS, _SCAM = (pattern(f"care_{one}") for one in ("letter", "needs", "scam"))
_BOUND = pattern("care_bound")
"""What there is no point in: a call, a form. It says nothing about a life."""
_ASIDE = pattern("care_aside")  # what says nothing beside the question
_TOLD_SCAM = frozenset({"scam", "crisis_fraud", "concern_fraud"})
ALARMS = frozenset({"ask_self", "ask_harm"})
ASKS = ALARMS | {"concern_check", "hopeless"}


def answer(turn: Turn) -> Answer | None:
    """Return what to say where care comes first; None when nothing of it is open."""
    verdict = turn.ctx.safety
    if turn.is_aside:
        return None
    if verdict.level is SafetyLevel.CRISIS:
        return say(_crisis(turn, _CRISIS.get(verdict.category, "crisis")), turn)
    if verdict.is_alarm:
        return say("ask_harm" if verdict.doubt == "harm_to_others" else "ask_self", turn)
    if verdict.level is SafetyLevel.CONCERN:
        name = _concern(turn, _CONCERN.get(verdict.category, "concern"))
        return say(name, turn) if name else None
    if turn.ctx.check is CheckAnswer.LEFT and not (_in_crisis(turn) and _has_somebody(turn)):
        return _begins(turn)
    if turn.ctx.check is not None:
        return say(_checked(turn), turn)
    return _begins(turn)


def heard(turn: Turn) -> Answer | None:
    """Return what to say to hopelessness or control that the screen lets pass."""
    if turn.is_aside:
        return None
    if turn.lexicon.says("hopeless", turn.low) and not _BOUND.search(turn.folded):
        return say("hopeless_again" if _has_asked(turn) else "hopeless", turn)
    if _SCAM.search(turn.folded) and not turn.is_of_old and not turn.was(_TOLD_SCAM, within=0):
        return say("scam", turn)
    asks_who_reads = means("app_data", turn.text, turn.language)
    if turn.lexicon.sees("threat", turn.low) and not asks_who_reads:
        return say("control", turn)
    return None


def leads_on(turn: Turn) -> bool:
    """Return True if the question is over: by a no, or by content beside it, without a crisis."""
    if turn.last_mode == "after_crisis":
        return False
    if turn.ctx.safety.level is not SafetyLevel.NONE:
        return _is_doubted(turn)
    if _in_crisis(turn):
        return turn.ctx.check is CheckAnswer.OPEN and _is_ordinary(turn)
    if turn.ctx.check is CheckAnswer.OPEN:
        return _ASIDE.search(turn.folded) is None
    return turn.ctx.check is CheckAnswer.SAFE


def _is_doubted(turn: Turn) -> bool:
    """Return True if the screen is unsure and the words name no danger."""
    is_asked = _CONCERN.get(turn.ctx.safety.category) == "concern_check"
    return turn.ctx.safety.level is SafetyLevel.CONCERN and is_asked and _is_ordinary(turn)


def _is_ordinary(turn: Turn) -> bool:
    """Return True if a message is about something else; nor was the last plainly dark."""
    said = (turn.low, *map(plain, turn.said[-1:]))
    is_dark = any(
        turn.lexicon.says("hopeless", one) or any(turn.lexicon.sees(name, one) for name in _PLAIN)
        for one in said
    )
    return turn.count >= LONG_ENOUGH and not is_dark and not _has_somebody(turn)


def asks_no_more(turn: Turn, mode: str) -> bool:
    """Return True if a reply leaves no question about danger open that was asked softly."""
    if turn.ctx.safety.level is SafetyLevel.CONCERN:
        return mode not in ASKS and turn.was(ASKS, within=0)
    return turn.ctx.check is CheckAnswer.OPEN and leads_on(turn) and mode != "check_open"


def _has_asked(turn: Turn) -> bool:
    return not ASKS.isdisjoint(turn.modes())


def _begins(turn: Turn) -> Answer | None:
    begins = turn.ctx.after_crisis and not turn.replies
    return say("after_crisis", turn) if begins else None


def _crisis(turn: Turn, name: str) -> str:
    is_again = name == "crisis" and not CRISIS.isdisjoint(turn.modes())
    return "crisis_again" if is_again else name


def _concern(turn: Turn, name: str) -> str:
    """Return the answer to a concern; empty for bills, which are answered for what they say."""
    if name == "basics" and means("deadline", turn.text, turn.language):
        return "deadline"
    if name == "basics" and _LETTER.search(turn.folded) and not _NEEDS.search(turn.folded):
        return "concern_debt"
    if name == "basics" and not _NEEDS.search(turn.folded):
        return ""
    return "concern" if name in ASKS and _has_asked(turn) else name


def _checked(turn: Turn) -> str:
    """Return what they said to being in danger: a clear no, somebody near, a yes, or neither."""
    if turn.ctx.check is CheckAnswer.SAFE:
        if _in_crisis(turn):
            return "safe"
        return "after_crisis_safe" if turn.last_mode == "after_crisis" else "false_alarm"
    if not _in_crisis(turn):
        return _unclear(turn) if turn.ctx.check is CheckAnswer.UNCLEAR else "check_open"
    if turn.lexicon.says("someone_near", turn.low):
        return "crisis_company"
    if _has_somebody(turn):
        return "crisis_person"
    return "crisis_yes" if turn.ctx.check is CheckAnswer.YES else "crisis_again"


def _unclear(turn: Turn) -> str:
    """Ask the same question again: of safety after an earlier crisis, of danger else."""
    if turn.last_mode in ALARMS:
        return turn.last_mode
    return "check_unclear_safe" if turn.last_mode == "after_crisis" else "check_unclear"


def _in_crisis(turn: Turn) -> bool:
    return turn.was(CRISIS, within=ANSWERS)


def _has_somebody(turn: Turn) -> bool:
    return turn.lexicon.says("someone_near", turn.low) or turn.lexicon.says("could_reach", turn.low)


def leading_on(turn: Turn, usual: Callable[[Turn], Answer]) -> Answer:
    """Go on with this message, or with what was asked about; `usual` answers without care."""
    aside = replace(turn, ctx=replace(turn.ctx, check=None, pending=None), is_aside=True)
    if _is_doubted(turn) and not _has_asked(turn):
        found, said = usual(aside), say("concern_check", turn, nth=1)
        told = " ".join(one for one in sentences(found.text) if "?" not in one)
        return replace(said, text=f"{told} {said.text}") if found.mode != "manner" else found
    if turn.ctx.check is CheckAnswer.OPEN or turn.ctx.safety.level is SafetyLevel.CONCERN:
        return _beside(turn, usual(aside))
    modes = [mode for _, mode in turn.answered()]
    asked = next((place for place, mode in enumerate(modes, 1) if mode in ALARMS), 0)
    back = asked or 1
    before = replace(aside, text=tidy(heard_in(turn.said[-back])), said=turn.said[:-back])
    before = replace(before, replies=turn.replies[:-back]) if asked else before
    tried = [(one, usual(one)) for one in (aside, before)]
    told = (said for one, said in tried if said.mode in TAKEN_IN and forms.named(one).x)
    found = next(told, tried[1][1] if asked and tried[1][1].mode != "unclear" else None)
    if found is not None and found.keep:
        return found
    if found is None:
        return say("false_alarm", turn, nth=1)
    said = say("false_alarm", turn)
    thanks, glad = sentences(said.text)[:2]
    thanked = first_words(found.text, 2) == first_words(thanks, 2)
    return replace(
        found, mode=said.mode, text=f"{glad if thanked else f'{thanks} {glad}'} {found.text}"
    )


def _beside(turn: Turn, found: Answer) -> Answer:
    """Answer another subject, with help beside it; hopelessness is met once more, unasked."""
    if not CRISIS.isdisjoint(turn.modes(1)):
        said = say("crisis_beside", turn)
        return replace(said, text=f"{said.text} {found.text}".strip())
    if turn.last_mode != "hopeless":
        kept = (one for one in found.chips if one.action != "practice")
        return replace(found, chips=(chip("help", turn.language), *kept)[:MOST], pending=None)
    said = say("check_open", turn)
    told = (one for one in sentences(found.text) if "?" not in one)
    return replace(said, text=" ".join((said.text, *told)))
