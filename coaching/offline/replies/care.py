"""Safety: presence, people, plain words. The fixed text has been shown before this reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.scene import CRISIS_MODES
from coaching.offline.steps import anything, mode, plainly, quietly
from coaching.values.context import PendingOffer
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from coaching.offline.draft import Draft
    from coaching.offline.moment import Moment

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


def safety(draft: Draft) -> str:
    """Crisis, what follows it, or concern."""
    verdict = draft.moment.ctx.safety
    if verdict.level is SafetyLevel.CRISIS:
        return _crisis(draft, _CRISIS.get(verdict.category, "crisis"))
    if verdict.level is SafetyLevel.CONCERN:
        return _concern(draft, _CONCERN.get(verdict.category, "concern"))
    return _after_crisis(draft)


def _crisis(draft: Draft, name: str) -> str:
    if name == "crisis" and draft.moment.scene.was(CRISIS_MODES):
        name = "crisis_again"
    draft.first(mode(name), mode("crisis", "crisis_again"), plainly("cr1"))
    return name if name in CRISIS_MODES else "crisis"


def _after_crisis(draft: Draft) -> str:
    """The answer to a crisis reply: a person near, a clear no, or still open."""
    reading = draft.moment.reading
    if reading.says("someone_near"):
        draft.put("cr4")
        return "crisis_company"
    if reading.says("could_reach") and reading.person:
        draft.put("cr3", who=reading.person.text)
        return "crisis_person"
    if reading.says("no", "false_alarm"):
        draft.put("cr5")
        return "concern"
    if draft.moment.scene.last_mode == "crisis_company":
        draft.first(mode("silence"), plainly("bl1"))
        return "crisis_company"
    draft.first(mode("crisis_again"), plainly("cr2"))
    return "crisis_again"


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


def was_checked(moment: Moment) -> bool:
    """Whether the reply before asked plainly about not being here."""
    return 1 in {moment.scene.used_ago("hp1"), moment.scene.used_ago("cn2")}


def check_answered(draft: Draft) -> str:
    """Anything but a clear no counts as yes."""
    reading = draft.moment.reading
    if reading.says("no", "false_alarm", "about_the_money"):
        draft.first(mode("false_alarm"), plainly("cr5"))
        return "talk"
    return _crisis(draft, "crisis")


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


def says_unsafe(moment: Moment) -> bool:
    """Whether they answer with a no, or with less than a yes."""
    if moment.scene.last_mode != "after_crisis" or moment.reading.says("false_alarm"):
        return False
    return moment.reading.says("no", "plain_no", "dont_know", "shrug")


def says_safe(moment: Moment) -> bool:
    """Whether they answer, in a few words, that they are safe."""
    is_answer = moment.scene.last_mode == "after_crisis"
    return is_answer and moment.reading.says("yes", "yes_strong", "false_alarm")


def unsafe(draft: Draft) -> str:
    """A no is a crisis, whatever the screen found in the word."""
    return _crisis(draft, "crisis")


def safe_now(draft: Draft) -> str:
    """Softly from here, and where they like."""
    draft.put("ac2")
    return "after_crisis_safe"


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
