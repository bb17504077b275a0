"""Questions about what they saved: goals, dreams and the next step, and what their notes say."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from coaching.offline.replies.answer import Answer, say
from coaching.rules.keeping import Keep
from coaching.rules.own_things import Asked, asks_for, notes_about

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coaching.offline.replies.turn import Turn

GOALS, NOTES = "get_goals", "retrieve_notes"
MOST_NOTES = 2
"""Notes that a reply names; each can be opened with a tap."""
_QUOTES = {"es": "«{}»", "en": "“{}”"}


def answer(turn: Turn) -> Answer | None:
    """Look in their notes for what they ask about."""
    about = "" if turn.ctx.tool_results else notes_about(turn.text)
    return Answer("keep", keep=Keep(NOTES, {"query": about})) if about else None


def after_tool(turn: Turn, name: str, told: str) -> Answer | None:
    """Say what was found; None for a next step of somebody without goals."""
    found = json.loads(told)
    if name == NOTES:
        titles = [note["title"] for note in found["words_of_notes"][:MOST_NOTES]]
        notes = _quoted(titles, turn.language)
        return say("notes_found", turn, notes=notes) if titles else say("notes_none", turn)
    asked = asks_for(turn.text)
    dreams = [dream["title"] for dream in found["dreams"]]
    if asked is Asked.DREAMS:
        told_of = _quoted(dreams, turn.language)
        return say("dreams_told", turn, dreams=told_of) if dreams else say("dreams_none", turn)
    goals: Sequence[Mapping[str, Any]] = found["goals"]
    if asked is Asked.STEP:
        return _next_step(turn, goals)
    if not goals:
        return say("goals_none", turn)
    told_of = _quoted([goal["title"] for goal in goals], turn.language)
    return say("goals_told" if len(goals) > 1 else "goal_told", turn, goals=told_of)


def _next_step(turn: Turn, goals: Sequence[Mapping[str, Any]]) -> Answer | None:
    """Name the first small step that is open, else the first plan."""
    for goal in goals:
        step = next((one["text"] for one in goal["micro_wins"] if not one["done"]), "")
        if step:
            return say("goal_step", turn, goal=goal["title"], step=step.rstrip("."))
    for goal in goals:
        for plan in goal["plans"][:1]:
            then = plan["then"].rstrip(".")
            return say("goal_plan", turn, goal=goal["title"], cue=plan["if"], then=then)
    return None


def _quoted(titles: Sequence[str], language: str) -> str:
    return ", ".join(_QUOTES.get(language, _QUOTES["en"]).format(title) for title in titles)
