"""Check-ins on a card or practice, and offering one of two minutes (voice.md 6.4 rule 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import may_keep, may_offer, tension_details, translated
from coaching.offline.replies import offers
from coaching.offline.scene import TENDER_MODES
from coaching.offline.steps import anything, asking, ids, kinds, mode
from coaching.offline.text import plain
from coaching.offline.when import PLAN_MODES, offered
from coaching.values.context import PendingOffer
from coaching.values.enums import CardKind, Stage

if TYPE_CHECKING:
    from coaching.offline.draft import Draft
    from coaching.offline.moment import Moment
    from coaching.values.enums import Tension

FIRST_TURN, CHANGE_STATEMENTS, HARD_RUN, SHORT_REPORT = 4, 2, 4, 6
_AFFIRMATION = kinds("affirmation")


def checkin(draft: Draft) -> str:
    """Done, half, misfit or not: each is material."""
    reading = draft.moment.reading
    if reading.says("misfit"):
        return _misfit(draft)
    if reading.says("half"):
        return _half(draft)
    if reading.says("did_not") and not reading.says("did"):
        return _not_done(draft)
    return _done(draft)


def _done(draft: Draft) -> str:
    draft.first(mode("practice_did_words"), _AFFIRMATION, mode("practice_did"), anything)
    draft.deepen("affirmation")
    if not offers.offer_win(draft):
        draft.first(asking("affirm_how"), mode("practice_did"))
    return "practice_did"


def _half(draft: Draft) -> str:
    if not draft.say_back():
        draft.first(mode("practice_half"), _AFFIRMATION, anything)
    draft.first(ids("ph2", "bh1"), _AFFIRMATION)
    return "practice_half"


def _misfit(draft: Draft) -> str:
    draft.first(ids("ra13"), kinds("reflection_simple"))
    draft.first(mode("practice_misfit"), mode("practice_not_card"), anything)
    return "practice_misfit"


def _not_done(draft: Draft) -> str:
    card = draft.moment.ctx.focus_card
    if draft.moment.stage is Stage.RELAPSE:
        draft.line("rc16", "ra12")
    if draft.moment.reading.word_count > SHORT_REPORT:
        draft.say_back()
    if not draft.lines and card is not None and card.skips_last_week >= HARD_RUN:
        draft.say("practice_not_card")
    if not draft.say("practice_not") and not draft.lines:
        draft.first(mode("practice_not_words"), anything)
    return "practice_not"


def offer_practice(draft: Draft, *, asked: bool = False) -> bool:
    """Offer a practice of the tension, once, when the moment is right for it."""
    moment = draft.moment
    if moment.tension is None or not draft.may_ask or not _is_right_moment(moment, asked=asked):
        return False
    practice = _chosen(moment.tension, moment)
    title, how = (translated(moment.language, said) for said in (practice.title, practice.how))
    clause = how.split(".")[0].strip()
    draft.put("bx1", practice=f"{title} ({clause[:1].lower()}{clause[1:]})")
    draft.pending = PendingOffer("practice", how, title, moment.scene.turn)
    return True


def _is_right_moment(moment: Moment, *, asked: bool) -> bool:
    scene = moment.scene
    if offered(moment, "bx1") or scene.turn < FIRST_TURN or scene.must_stay_quiet:
        return False
    if scene.was(TENDER_MODES, within=2) or moment.is_quiet:
        return False
    if not may_keep(moment.stage, CardKind.PRACTICE) or scene.was(PLAN_MODES):
        return False
    is_ready = may_offer(moment.stage, CardKind.PRACTICE)
    ready = is_ready or _change_statements(moment) >= CHANGE_STATEMENTS
    return ready and (asked or bool(moment.reading.wish))


def _change_statements(moment: Moment) -> int:
    has = moment.reading.lexicon.has
    texts = (*moment.scene.said, moment.ctx.message)
    return sum(1 for text in texts if has("change", plain(text)))


def _chosen(tension: Tension, moment: Moment):  # noqa: ANN202 - a content record
    """The practice that shares most words with the talk; the first for a tie."""
    practices = tension_details(tension).micro_practices
    said = plain(" ".join((*moment.scene.said, moment.ctx.message)))
    how = {item.id: translated(moment.language, item.how).lower().split() for item in practices}
    return max(practices, key=lambda item: sum(word in said for word in how[item.id]))
