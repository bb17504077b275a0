"""When a mode holds, for the modes that look at more than one message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.gap import gap_in
from coaching.offline.scene import GRIEF_MODES
from coaching.offline.text import content_words
from coaching.values.enums import Gap

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.moment import Moment

SHORT, FRAGMENT, REFINEMENT, PLAN_WORDS = 3, 8, 12, 25
GUESS_TURNS = 4
PLAN_MODES = frozenset({"plan", "plan_refined", "permission", "ability_talk", "obstacle_answered"})
_TO_COACH = re.compile(r"\b(?:you|your|you're)\b")


def says(*modes: str) -> Callable[[Moment], bool]:
    """Return a test for the patterns of these modes."""
    return lambda moment: moment.reading.says(*modes)


def is_answer_to_guess(moment: Moment) -> bool:
    """Whether this answers the first guess with a number or a short yes or no."""
    reading, asked = moment.reading, moment.scene.asked_step
    if asked != "hypothesis":
        return False
    return reading.rating is not None or reading.has("agrees", "disagrees")


def grieves(moment: Moment) -> bool:
    """Whether somebody is mourned: said outright, or a day that belongs to a known loss."""
    if moment.reading.says("grief"):
        return True
    knows_loss = "ctx_loss" in moment.person.life_context or moment.scene.was(GRIEF_MODES)
    if knows_loss and moment.reading.says("day_of_loss"):
        return True
    recent = moment.scene.was(GRIEF_MODES - {"tears"}, within=2)
    return recent and moment.reading.says("grief_memory")


def leaves(moment: Moment) -> bool:
    """Whether they say goodbye; `buenas noches` as the first word of all is a greeting."""
    greets = moment.scene.turn == 1 and moment.reading.says("greeting")
    return moment.reading.says("goodbye") and not greets


def keeps_quiet(moment: Moment) -> bool:
    """Whether grief was just named and the person adds next to nothing."""
    recent = moment.scene.was(GRIEF_MODES, within=2)
    return recent and moment.reading.word_count <= SHORT


def needs_reset(moment: Moment) -> bool:
    """Whether they were lost by flat answers or a yes that is a no; the rest has its own mode."""
    return _gap(moment) in (Gap.FLAT, Gap.YES_BUT)


def refuses(moment: Moment) -> bool:
    """Whether they say that it is not so."""
    return moment.reading.says("correction") or _gap(moment) is Gap.REFUSED


def _gap(moment: Moment) -> Gap | None:
    replies = [reply.text for reply in moment.scene.replies]
    return gap_in(moment.ctx.message, moment.scene.said, replies)


def wants_card_kept(moment: Moment) -> bool:
    """Whether they ask to keep what was said."""
    return moment.reading.says("save_card") and not moment.reading.says("save_win")


def has_insight(moment: Moment) -> bool:
    """Whether something new was seen: by pattern, or as the Observer reads it in an answer."""
    if "?" in moment.reading.text or _TO_COACH.search(moment.reading.low):
        return False
    if moment.reading.says("insight"):
        return True
    return "breakthrough" in moment.signals and moment.scene.asked_step == "rewire"


def is_first_telling(moment: Moment) -> bool:
    """Whether this is said for the first time."""
    return moment.reading.says("first_telling")


def is_scene_from_before(moment: Moment) -> bool:
    """Whether a scene from an earlier life is told, without asking anything."""
    return moment.reading.says("disclosure") and "?" not in moment.reading.text


def is_past_good_time(moment: Moment) -> bool:
    """Whether they tell of a time when it went well."""
    return moment.reading.says("past_good") and not moment.reading.says("did")


def has_plan(moment: Moment) -> bool:
    """Whether they name a step with a moment or a place, and it lies ahead."""
    reading = moment.reading
    if reading.has("past") or "?" in reading.text or reading.word_count > PLAN_WORDS:
        return False
    if reading.halves or reading.has("sustain"):
        return False
    timed = reading.has("moment") or reading.has("place")
    invited = moment.scene.last_mode in PLAN_MODES or moment.scene.asked_step == "experiment"
    return timed and (reading.has("intent") or invited)


def is_refinement(moment: Moment) -> bool:
    """Whether they add a detail to the plan that is on the table."""
    reading, mode = moment.reading, moment.scene.last_mode
    if mode not in PLAN_MODES | {"pending"} or reading.word_count > REFINEMENT:
        return False
    if mode == "pending" and "plan" not in moment.scene.modes(2)[0]:
        return False
    if reading.has("past", "asks") or reading.says("ack", "dont_know", "goodbye", "what_if"):
        return False
    if reading.feeling or (mode in {"pending", "obstacle_answered"} and not reading.has("refines")):
        return False
    return reading.word_count <= FRAGMENT or reading.has("detail", "moment", "place")


def is_practice_checkin(moment: Moment) -> bool:
    """Whether they report on a card or a practice."""
    if not moment.reading.says("did", "did_not", "half", "misfit"):
        return False
    if "practice_checkin" in moment.signals or _names_card(moment):
        return True
    return moment.reading.word_count <= SHORT + 1 and moment.scene.turn <= GUESS_TURNS


def _names_card(moment: Moment) -> bool:
    card = moment.ctx.focus_card
    if card is None:
        return False
    stop = moment.reading.lexicon.stop
    return bool(content_words(f"{card.title} {card.content}", stop) & moment.reading.content)


def has_body_or_number(moment: Moment) -> bool:
    """Whether a body place or a number is most of the message."""
    reading = moment.reading
    if reading.rating is not None:
        return reading.word_count <= REFINEMENT
    return bool(reading.body) and reading.word_count <= FRAGMENT


def asks_what_if(moment: Moment) -> bool:
    """Whether a what-if is on the table."""
    return moment.reading.says("what_if")


def opens_first_conversation(moment: Moment) -> bool:
    """Whether the first guess is still to be offered, early in the first session."""
    if moment.ctx.session_number > 1 or moment.scene.turn > GUESS_TURNS:
        return False
    person = moment.person
    if "ctx_urgent" in person.life_context or not (person.emotional_why or person.hypothesis):
        return False
    return not any(moment.scene.used_ago(name) for name in ("hy1", "wy1"))


def offered(moment: Moment, *template_ids: str) -> bool:
    """Whether one of these lines was said in this session."""
    return any(moment.scene.used_ago(name) for name in template_ids)
