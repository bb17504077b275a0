"""Answers to the onboarding that yield a given person: the way in is the real one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from coaching.content import load_onboarding

if TYPE_CHECKING:
    from coaching.content import Question
    from coaching.values.enums import Depth, LearningStyle, Tension


@lru_cache
def answers_for(tension: Tension | None) -> dict[str, str]:
    """Return answers that the scoring reads as this tension; none for somebody without one."""
    if tension is None:
        return {}
    return {question.id: _option(question, tension) for question in load_onboarding().scored}


def style_for(tone: float, depth: Depth, learning: LearningStyle) -> dict[str, str | float]:
    """Return answers about style with the dial where it belongs."""
    style: dict[str, str | float] = {"tone": tone}
    for question in load_onboarding().style_quiz.questions:
        for option in question.options:
            if option.depth is depth or option.learning_style is learning:
                style[question.id] = option.id
    return style


def _option(question: Question, tension: Tension) -> str:
    """Return the answer that leads to a tension, or the one that leads nowhere."""
    found = {option.primary: option.id for option in question.options}
    return found.get(tension, found[None])
