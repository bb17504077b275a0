"""Their own small steps: said back, kept if they like, never enlarged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import may_ask, may_keep
from coaching.offline.scene import GRIEF_MODES
from coaching.offline.steps import anything, asking, back, ids, mode, reflection
from coaching.offline.text import plain
from coaching.offline.when import PLAN_MODES
from coaching.values.context import PendingOffer
from coaching.values.enums import CardKind, Tension

if TYPE_CHECKING:
    from coaching.offline.draft import Draft
    from coaching.offline.moment import Moment

OBSTACLE_STEPS = frozenset({"obstacle"})
PLAN_LENGTH = 200


def plan(draft: Draft) -> str:
    """Say the plan back with its hour; offer to keep it in those words."""
    moment = draft.moment
    if "plan" in moment.scene.modes():
        return refined(draft)
    if moment.is_quiet or not may_keep(moment.stage, CardKind.PLAN):
        draft.first(mode("plan_named_again"), reflection, anything)
        draft.line("pl3", "au05")
        return "plan"
    if moment.reading.person and draft.say_back():
        draft.say("plan_named_with_a_person")
    if not draft.lines:
        draft.first(mode("plan_named"), mode("plan_named_again"), reflection, anything)
    _offer(draft, _whole_plan(moment))
    return "plan"


def _whole_plan(moment: Moment) -> str:
    """The step they found in the message before belongs to its hour."""
    text = moment.reading.text
    found_before = moment.scene.last_mode in {"ability_talk", "idea_after_grief"}
    if not found_before or not moment.scene.said:
        return text
    return f"{moment.scene.said[-1].rstrip('. ')}, {text}"


def _offer(draft: Draft, text: str) -> None:
    """Offer to keep it: as a question when one is due, else as a statement."""
    if not draft.has_question:
        draft.put_rested("plan_keep" if draft.may_ask else "plan_keep_said")
    turn = draft.moment.scene.turn
    draft.pending = PendingOffer("plan", text[:PLAN_LENGTH], offered_in_turn=turn)


def refined(draft: Draft) -> str:
    """Add the detail, and nothing else."""
    draft.first(ids("pl9", "pl8", "pl5"), back, anything)
    draft.line("pl6")
    offer = draft.moment.ctx.pending
    if offer is not None and offer.kind == "plan":
        _offer(draft, f"{offer.text.rstrip('.')}, {draft.moment.reading.text}")
    elif len(draft.lines) == 1:
        draft.line("pl3", "au05")
    return "plan_refined"


def permission(draft: Draft) -> str:
    """Yes, one, and stopping is part of it."""
    reading = draft.moment.reading
    if reading.step and (not reading.piece or reading.has("joined")):
        return _own_step(draft)
    draft.first(mode("asks_permission_for_a_small_step"), reflection, anything)
    if may_ask(draft.moment.stage, "experiment"):
        draft.ask("experiment")
    return "permission"


def _own_step(draft: Draft) -> str:
    """A step of their own gets its yes in their words; where plans are kept it may be kept."""
    draft.first(mode("asks_permission_for_a_step"), anything)
    moment = draft.moment
    if may_keep(moment.stage, CardKind.PLAN) and not moment.is_quiet:
        _offer(draft, f"I could {moment.reading.said_step}")
    return "permission"


def ability(draft: Draft) -> str:
    """They found it; after grief it is received without a question."""
    if draft.moment.scene.was(GRIEF_MODES, within=3):
        draft.first(mode("idea_after_grief"), anything)
        return "idea_after_grief"
    draft.first(mode("ability_talk"), reflection, anything)
    if len(draft.lines) == 1:
        draft.first(mode("ability_close"), ids("ab3", "au05"))
    if may_ask(draft.moment.stage, "experiment"):
        draft.first(ids("qpl1", "qpl3"), asking("experiment"))
    return "ability_talk"


def answers_obstacle(moment: Moment) -> bool:
    """Whether they say what they would do when it goes sideways."""
    scene, reading = moment.scene, moment.reading
    asked = scene.asked_step in OBSTACLE_STEPS or scene.last_mode in PLAN_MODES | {"what_if"}
    wondered = bool(scene.said) and reading.lexicon.says("what_if", plain(scene.said[-1]))
    return (asked or wondered) and reading.says("obstacle_answer")


def obstacle_answered(draft: Draft) -> str:
    """The plan has a plan; their last word stands."""
    draft.first(ids("pl10", "pl4"), reflection, anything)
    if draft.moment.tension is not Tension.WORRY:
        draft.line("pl3", "au05")
    return "obstacle_answered"
