"""Which kind of moment this is: the first mode that fits decides (voice.md 6.4 rule 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.replies import (
    beginnings,
    care,
    closings,
    limits,
    offers,
    plans,
    practices,
    repair,
    talk,
    tender,
)
from coaching.offline.when import (
    asks_what_if,
    grieves,
    has_body_or_number,
    has_insight,
    has_plan,
    is_answer_to_guess,
    is_first_telling,
    is_past_good_time,
    is_practice_checkin,
    is_refinement,
    is_scene_from_before,
    keeps_quiet,
    leaves,
    needs_reset,
    opens_first_conversation,
    refuses,
    says,
    wants_card_kept,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.draft import Draft
    from coaching.offline.moment import Moment


@dataclass(frozen=True, slots=True)
class Mode:
    """A kind of moment: when it holds, and how it is answered."""

    name: str
    holds: Callable[[Moment], bool]
    answer: Callable[[Draft], str]


def mode_of(moment: Moment) -> Mode:
    """Return the first mode that fits; ordinary talk fits always."""
    return next(mode for mode in ORDER if mode.holds(moment))


def _always(_: Moment) -> bool:
    return True


def _clearly_accepts(moment: Moment) -> bool:
    is_yes = moment.reading.says("yes_strong") or offers.says_yes_and_goes(moment)
    return moment.ctx.pending is not None and is_yes


def _answers_offer(moment: Moment) -> bool:
    return moment.ctx.pending is not None and offers.answer_of(moment) != "other"


ORDER: tuple[Mode, ...] = (
    Mode("tool_result", lambda m: bool(m.ctx.tool_results), offers.after_tool),
    Mode("safety", care.in_danger, care.safety),
    Mode("after_crisis", care.begins_after_crisis, care.after_crisis),
    Mode("pending", _clearly_accepts, offers.answered),
    Mode("goodbye", leaves, closings.goodbye),
    Mode("pending", _answers_offer, offers.answered),
    Mode("hopeless", says("hopeless"), care.hopeless),
    Mode("control", lambda m: m.reading.lexicon.sees("threat", m.reading.low), care.control),
    Mode("basics_at_risk", says("basics"), care.basics),
    Mode("complaint", says("complaint"), repair.complaint),
    Mode("stop_asking", says("stop_asking"), repair.stop_asking),
    Mode("anger_coach", says("anger"), repair.anger),
    Mode("hypothesis", is_answer_to_guess, beginnings.guess_answered),
    Mode("investment", says("investment"), limits.investment),
    Mode("role_play", says("role_play"), limits.role_play),
    Mode("legal_tax", limits.asks_legal, limits.legal_tax),
    Mode("scold_request", says("scold"), limits.scold),
    Mode("only_you", says("only_you"), limits.only_you),
    Mode("memory", says("memory"), limits.memory),
    Mode("privacy", says("privacy"), limits.privacy),
    Mode("look_up", says("look_up"), limits.look_up),
    Mode("how_are_you", says("how_are_you"), talk.plainly_said("how_are_you")),
    Mode("about_me", says("about_me"), limits.about_me),
    Mode("asks_verdict", says("asks_verdict"), talk.asks_verdict),
    Mode("reassurance_request", says("reassurance", "confirm_me"), limits.reassurance),
    Mode("boundary", says("boundary"), repair.boundary),
    Mode("question_refused", says("question_refused"), repair.question_refused),
    Mode("grief", grieves, tender.grief),
    Mode("tears", says("tears"), tender.tears),
    Mode("quiet", keeps_quiet, tender.quiet),
    Mode("life_event", tender.has_news, tender.life_event),
    Mode("no_card", says("no_card"), talk.no_card),
    Mode("still_there", says("still_there"), talk.plainly_said("still_there")),
    Mode("no_push", says("no_push"), talk.plainly_said("no_push")),
    Mode("said_in_jest", says("said_in_jest"), talk.plainly_said("said_in_jest")),
    Mode("says_sorry", talk.says_sorry_alone, talk.plainly_said("says_sorry")),
    Mode("does_it_count", says("does_it_count"), talk.plainly_said("does_it_count")),
    Mode("why_telling", says("why_telling"), talk.why_telling),
    Mode("go_there", says("go_there"), talk.go_there),
    Mode("named_late", offers.names_late, offers.named_late),
    Mode("save_card", wants_card_kept, offers.card_asked_for),
    Mode("save_win", says("save_win"), offers.win_asked_for),
    Mode("reset", needs_reset, repair.reset),
    Mode("correction", refuses, repair.correction),
    Mode("first_telling", is_first_telling, tender.first_telling),
    Mode("sit_with_it", says("sit_with_it"), talk.sit_with_it),
    Mode("praise", says("praise"), talk.praise),
    Mode("breakthrough", has_insight, tender.insight),
    Mode("shame_alone", lambda m: m.reading.has("shame_alone"), tender.shame_alone),
    Mode("disclosure", is_scene_from_before, tender.disclosure),
    Mode("past_good_time", is_past_good_time, talk.past_good_time),
    Mode("permission", says("permission"), plans.permission),
    Mode("plan", has_plan, plans.plan),
    Mode("plan_refined", is_refinement, plans.refined),
    Mode("obstacle_answered", plans.answers_obstacle, plans.obstacle_answered),
    Mode("practice_checkin", is_practice_checkin, practices.checkin),
    Mode("good_news", talk.has_good_news, talk.good_news),
    Mode("ability_talk", says("ability"), plans.ability),
    Mode("wants_card", says("wants_card"), offers.wants_card),
    Mode("asks_advice", says("advice", "asks_words"), limits.advice),
    Mode("dont_know", says("dont_know"), talk.dont_know),
    Mode("self_question", says("self_question"), talk.self_question),
    Mode("body_or_number", has_body_or_number, talk.body_or_number),
    Mode("greeting", says("greeting"), beginnings.greeting),
    Mode("what_if", asks_what_if, talk.what_if),
    Mode("plain_no", says("plain_no"), talk.plain_no),
    Mode("thanks", says("thanks"), talk.thanks),
    Mode("ack", says("ack"), talk.ack),
    Mode("first_conversation", opens_first_conversation, beginnings.first_conversation),
    Mode("unreadable", talk.is_unreadable, talk.unreadable),
    Mode("other_language", talk.is_other_language, talk.other_language),
    Mode("one_word", talk.is_one_word, talk.one_word),
    Mode("off_topic", talk.is_off_topic, talk.off_topic),
    Mode("expects_me", lambda m: m.reading.has("expects_me"), limits.expects_me),
    Mode("asked_me", says("asked_me"), limits.asked_me),
    Mode("talk", _always, talk.talk),
)
