"""Answers to the onboarding that yield a given person: the way in is the real one.

They are tried in a fixed order, so the same person always answers the same.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from coaching.content import identify_tension, load_onboarding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.content import Question
    from coaching.values.enums import Depth, LearningStyle, Tension

TIMES = (2, 3, 1)
"""How often the second tension is answered; twice makes it clear and leaves the first in front."""


@lru_cache
def answers_for(tension: Tension | None, second: Tension | None = None) -> dict[str, str]:
    """Return answers that the scoring reads as these two; none for somebody without a tension."""
    if tension is None:
        return {}
    for answers in _ways(tension, second):
        result = identify_tension(answers)
        if (result.primary, result.secondary) == (tension, second) and not result.needs_user_pick:
            return answers
    raise ValueError(f"no answers yield {tension} and then {second}")


def style_for(tone: float, depth: Depth, learning: LearningStyle) -> dict[str, str | float]:
    """Return answers about style with the dial where it belongs."""
    style: dict[str, str | float] = {"tone": tone}
    for question in load_onboarding().style_quiz.questions:
        for option in question.options:
            if option.depth is depth or option.learning_style is learning:
                style[question.id] = option.id
    return style


def _ways(tension: Tension, second: Tension | None) -> Iterator[dict[str, str]]:
    """Yield ways to answer everything with the first tension, and some with the second."""
    asked = load_onboarding().scored
    if second is None:
        yield {question.id: _option(question, tension) for question in asked}
        return
    others = [question.id for question in asked if _option(question, second).endswith(second)]
    for times in TIMES:
        for chosen in combinations(others, times):
            yield {
                question.id: _option(question, second if question.id in chosen else tension)
                for question in asked
            }


def _option(question: Question, tension: Tension) -> str:
    """Return the answer that leads to a tension, or the one that leads nowhere."""
    found = {option.primary: option.id for option in question.options}
    return found.get(tension, found[None])
