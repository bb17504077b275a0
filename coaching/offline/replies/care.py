"""Safety: presence, people, plain words. The fixed text has been shown before this reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.scene import CRISIS_MODES
from coaching.offline.steps import anything, mode, plainly, quietly
from coaching.values.context import PendingOffer
from coaching.values.enums import CheckAnswer, SafetyLevel

if TYPE_CHECKING:
    from coaching.offline.draft import Draft
    from coaching.offline.moment import Moment

ANSWERS = 2
"""How many replies back a crisis is still what an answer is about."""
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
    "acute_debt": "basics_at_risk",
    "suicidality": "concern_check",
    "self_harm": "concern_check",
}


def in_danger(moment: Moment) -> bool:
    """Whether care comes first: a verdict, or an answer to whether they are in danger."""
    if not moment.is_safe:
        return True
    if moment.ctx.check is CheckAnswer.LEFT:
        return _is_in_crisis(moment) and _has_somebody(moment)
    return moment.ctx.check is not None


def safety(draft: Draft) -> str:
    """Crisis, what follows it, or concern."""
    verdict = draft.moment.ctx.safety
    if verdict.level is SafetyLevel.CRISIS:
        return _crisis(draft, _CRISIS.get(verdict.category, "crisis"))
    if verdict.level is SafetyLevel.CONCERN:
        return _concern(draft, _CONCERN.get(verdict.category, "concern"))
    return _answered(draft)


def _crisis(draft: Draft, name: str) -> str:
    if name == "crisis" and draft.moment.scene.was(CRISIS_MODES):
        name = "crisis_again"
    draft.first(mode(name), mode("crisis", "crisis_again"), plainly("cr1"))
    return name if name in CRISIS_MODES else "crisis"


def _answered(draft: Draft) -> str:
    """The answer to whether they are in danger: a clear no, a person near, a yes, or beside it."""
    moment = draft.moment
    if moment.ctx.check is CheckAnswer.SAFE:
        return _safe(draft)
    if not _is_in_crisis(moment):
        draft.first(mode("check_open"), plainly("ck1"))
        draft.reflect("reflection_simple")
        return "check_open"
    if moment.reading.says("someone_near"):
        draft.put("cr4")
        return "crisis_company"
    if _has_somebody(moment) and moment.reading.person:
        draft.put("cr3", who=moment.reading.person.text)
        return "crisis_person"
    if moment.ctx.check is CheckAnswer.YES:
        draft.put("cr2")
    elif not draft.line("cr6", "ck1", "ck2"):
        draft.put("cr6")
    return "crisis_again"


def _safe(draft: Draft) -> str:
    if _is_in_crisis(draft.moment):
        draft.put("cr5")
        return "concern"
    if draft.moment.scene.last_mode == "after_crisis":
        draft.put("ac2")
        return "after_crisis_safe"
    draft.first(mode("false_alarm"), plainly("cr5"))
    return "talk"


def _is_in_crisis(moment: Moment) -> bool:
    return moment.scene.was(CRISIS_MODES, within=ANSWERS)


def _has_somebody(moment: Moment) -> bool:
    return moment.reading.says("someone_near", "could_reach")


def _concern(draft: Draft, name: str) -> str:
    if name == "concern_check" and not draft.moment.scene.used_ago("cn2"):
        draft.put("cn2")
        return "concern"
    draft.reflect("reflection_simple")
    draft.first(mode(name), mode("concern"), quietly, anything)
    if name == "concern_abuse":
        draft.say("concern_abuse_close")
    return "concern"


def hopeless(draft: Draft) -> str:
    """Ask once and plainly what is meant."""
    draft.put("hp2" if draft.moment.scene.used_ago("hp1") else "hp1")
    return "concern"


def control(draft: Draft) -> str:
    """Somebody controls their money or phone: the way out of this screen first."""
    draft.first(mode("control"), quietly, anything)
    draft.say("control_close")
    return "concern"


def begins_after_crisis(moment: Moment) -> bool:
    """Whether this is the first reply after a session with a danger to their life."""
    return moment.ctx.after_crisis and moment.scene.turn == 1


def after_crisis(draft: Draft) -> str:
    """One plain question first; nothing of the last time is quoted."""
    draft.put("ac1")
    return "after_crisis"


def basics(draft: Draft) -> str:
    """Food, rent and heating come before any coaching."""
    quote = draft.moment.reading.quote
    if quote and draft.may_ask:
        draft.put("fb4", quote=quote)
    if draft.say("basics_at_risk"):
        draft.pending = PendingOffer("permission", "", "basics", draft.moment.scene.turn)
    else:
        draft.first(mode("crisis_basics"), plainly("cb1"))
    return "basics_at_risk"
