"""What the coach doesn't do, said once and warmly, and what it can do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.replies import practices
from coaching.offline.steps import anything, ids, mode, plainly, quietly, reflection
from coaching.values.context import PendingOffer

if TYPE_CHECKING:
    from coaching.offline.draft import Draft
    from coaching.offline.moment import Moment

_REFUSALS = ("investment", "investment_again", "investment_third")


def investment(draft: Draft) -> str:
    """No picks, no timing; as calm the third time as the first."""
    count = draft.moment.scene.modes().count("investment")
    wanted = _REFUSALS[min(count, len(_REFUSALS) - 1)]
    draft.first(mode(wanted), mode(*_REFUSALS), plainly("bo2"))
    return "investment"


def asks_legal(moment: Moment) -> bool:
    """Whether law or tax is asked about, or advice is asked for right after it was named."""
    reading = moment.reading
    named = reading.says("legal_tax")
    asking = reading.has("asks") or reading.says("advice", "what_if")
    return asking and (named or moment.scene.last_mode == "legal_tax")


def legal_tax(draft: Draft) -> str:
    """Somebody who does this for a living; the questions can be written down here."""
    if draft.say("legal_tax"):
        draft.pending = PendingOffer("permission", "", "legal", draft.moment.scene.turn)
    else:
        draft.first(mode("legal_tax_again"), quietly, anything)
    return "legal_tax"


def scold(draft: Draft) -> str:
    """No telling-off, and no sugar."""
    draft.first(mode("scold_request"), ids("tsa1"), quietly, anything)
    return "scold_request"


def reassurance(draft: Draft) -> str:
    """No verdict on an amount; the wish behind it is heard."""
    again = "reassurance_request" in draft.moment.scene.modes()
    names = ("reassurance_again", "reassurance_request")
    first, second = names if again else reversed(names)
    draft.first(mode(first), mode(second), reflection, anything)
    return "reassurance_request"


def about_me(draft: Draft) -> str:
    """An AI that follows rules."""
    draft.first(mode("about_me"), plainly("ai2"))
    return "about_me"


def privacy(draft: Draft) -> str:
    """Product facts, no promise that can't be kept."""
    draft.first(mode("privacy"), plainly("ai3"))
    return "privacy"


def memory(draft: Draft) -> str:
    """What is kept, and that a program does not remember as a person does."""
    draft.first(mode("memory"), mode("privacy"), plainly("mm1"))
    return "memory"


def asked_me(draft: Draft) -> str:
    """A question past the rules is answered by saying so."""
    draft.first(mode("asked_me"), plainly("aq1"))
    return "asked_me"


def look_up(draft: Draft) -> str:
    """Asked to look something up: it reaches no web, says so, and makes nothing up."""
    draft.first(mode("look_up"), plainly("lu1"))
    return "look_up"


def role_play(draft: Draft) -> str:
    """Asked to be somebody else, or for its rules: it stays what it is and says so."""
    draft.first(mode("role_play"), mode("about_me"), quietly, anything)
    return "role_play"


def expects_me(draft: Draft) -> str:
    """They waited for a remark, or a telling-off: there is none."""
    draft.first(mode("expects_me"), quietly, anything)
    return "expects_me"


def only_you(draft: Draft) -> str:
    """Glad that they talk; a person with a voice is wished for as well."""
    draft.first(mode("only_you"), reflection, anything)
    return "only_you"


def advice(draft: Draft) -> str:
    """No recipe; their own experience first, a practice when one may be offered."""
    if practices.offer_practice(draft, asked=True):
        return "asks_advice"
    if draft.moment.reading.says("asks_words") and draft.say("asks_words"):
        return "asks_advice"
    draft.first(mode("asks_advice"), reflection, anything)
    if not draft.has_question:
        draft.say("asks_advice_card")
    return "asks_advice"
