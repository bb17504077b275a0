"""When the coach was wrong, too fast or too much: taken back in a sentence, nothing stacked on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.gap import gap_in
from coaching.offline.steps import anything, ids, mode, quietly
from coaching.values.enums import Gap

if TYPE_CHECKING:
    from coaching.offline.draft import Draft

CORRECTION_WORDS = 4


def anger(draft: Draft) -> str:
    """No defence, no reflection on top."""
    if "anger_coach" in draft.moment.scene.modes():
        draft.first(mode("anger_coach_again"), mode("anger_coach"), ids("co2"), quietly, anything)
    else:
        draft.first(mode("anger_coach"), ids("co2"), quietly, anything)
    return "anger_coach"


def complaint(draft: Draft) -> str:
    """It was repetition, and they are right."""
    draft.first(mode("repetition_complaint"), mode("stop_asking", "anger_coach"), anything)
    return "repetition_complaint"


def stop_asking(draft: Draft) -> str:
    """No questions for two replies."""
    draft.first(mode("stop_asking"), mode("silence"), anything)
    return "stop_asking"


def correction(draft: Draft) -> str:
    """Take it back; use their word when they gave one."""
    rich = draft.moment.reading.word_count >= CORRECTION_WORDS
    if not (rich and draft.say("correction_in_words")):
        draft.first(mode("correction"), quietly, anything)
    if rich:
        draft.line("co2")
    return "correction"


def question_refused(draft: Draft) -> str:
    """They don't like a question: it goes back."""
    draft.first(mode("question_refused"), mode("boundary"), anything)
    return "boundary"


def boundary(draft: Draft) -> str:
    """What they close stays closed."""
    draft.first(mode("boundary"), quietly, anything)
    return "boundary"


def reset(draft: Draft) -> str:
    """Name the gap, let the frame go, give them the direction; the second time only follow."""
    scene = draft.moment.scene
    if scene.was(frozenset({"reset"})):
        draft.first(ids("lo3"), quietly, anything)
    elif gap_in(draft.moment.ctx.message, scene.said, [r.text for r in scene.replies]) is Gap.FLAT:
        draft.first(ids("lo1"), ids("lo3"), anything)
    else:
        draft.first(ids("lo2"), ids("lo3"), anything)
    return "reset"
