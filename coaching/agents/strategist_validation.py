"""Validation of the Strategist's output: mend what can be mended, and drop only what can't.

Only an answer without a briefing or without a single door is refused. A rule that refuses good
writing costs more than it saves: the person gets no briefing at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.agents.given import Given
from coaching.agents.strategist_normalisation import home_sentence, shaped
from coaching.agents.strategist_postprocess import heard, settled
from coaching.errors import StructureInvalid
from coaching.memory.corrections import contradicts
from coaching.memory.output_filter import CORRECTED
from coaching.memory.pruning import Problem, pruned
from coaching.services.model_calls import DONE, MENDED, REFUSED
from coaching.text.similarity import said_before
from coaching.text.words import sentences
from coaching.values.strategy import StrategistOutput, texts_of

if TYPE_CHECKING:
    from coaching.memory.pruning import Check
    from coaching.values.context import StrategistContext
    from coaching.values.strategy import Door, StrategistAnswer

REJECTED = "they rejected this guess"
WITHHELD = "it is private and they have not agreed to it being kept"
"""Never told to the model with its words: nothing that it read has them."""
LITERAL = ("words.", "intel.deflection")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"\n]*\"|«[^»]*»")


@dataclass(frozen=True, slots=True)
class Judged:
    """Result of the validation. `output` is None if the answer is refused; `problems` says why."""

    output: StrategistOutput | None
    problems: tuple[Problem, ...] = ()

    @property
    def outcome(self) -> str:
        """Return the word for the books."""
        if self.output is None:
            return REFUSED
        return MENDED if self.problems else DONE


def judged(
    answer: StrategistAnswer, context: StrategistContext, *, may_invent: bool = True
) -> Judged:
    """Return the output of a run, mended; `may_invent`: it was not made by rules."""
    whole, misshapen = shaped(answer, context)
    if not whole.briefing_content:
        return Judged(None, (*misshapen, Problem("briefing_content", "it is empty")))
    given = Given.to_strategist(context, whole) if may_invent else None
    if given is not None:
        whole = whole.model_copy(update={"doors": [_titled(door, given) for door in whole.doors]})
    gone = context.gone(heard(whole, context).verdict)
    kept, dropped = pruned(whole, _check(context, gone, given))
    problems = (*misshapen, *dropped)
    if not kept.doors:
        return Judged(None, (*problems, Problem("doors", "none is left")))
    return Judged(_output(kept, context), problems)


def require_nothing_taken_back(output: StrategistOutput, context: StrategistContext) -> None:
    """Refuse an answer that says again what was rejected or corrected while it was made."""
    check = _check(context, context.gone(heard(output, context).verdict), None)
    for name, text in texts_of(output):
        for sentence in sentences(text):
            if reason := check(name, sentence):
                raise StructureInvalid(f"{name}: {reason}", raw="")


def _check(context: StrategistContext, gone: tuple[str, ...], given: Given | None) -> Check:
    """Return the check of one sentence: not rejected, not corrected, nothing made up."""

    def check(name: str, sentence: str) -> str:
        if gone and said_before(_QUOTED.sub(" ", sentence), gone):
            return REJECTED
        if (against := contradicts(sentence, context.corrections)) is not None:
            return WITHHELD if against.withheld else CORRECTED
        is_literal = name.startswith(LITERAL) or name.endswith((".evidence", ".card"))
        return given.invented(sentence) if given is not None and not is_literal else ""

    return check


def _titled(door: Door, given: Given) -> Door:
    return door.model_copy(update={"title": given.in_sentence_case(door.title)})


def _output(kept: StrategistAnswer, context: StrategistContext) -> StrategistOutput:
    before = context.intel.journey_narrative if context.intel else ""
    mended = kept.model_copy(
        update={
            "one_sentence": home_sentence(kept, context),
            "journey_narrative": kept.journey_narrative or before,
        }
    )
    return StrategistOutput.model_validate(settled(mended, context).model_dump())
