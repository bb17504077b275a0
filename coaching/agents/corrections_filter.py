"""Hide what a person corrected from models and rules.

A model can't repeat what it never reads; what it infers again is checked when it is stored.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from coaching.memory.corrections import contradicts, masked, masked_reply, purged, tells
from coaching.memory.matter import LEAST_TOLD
from coaching.memory.replies import Said, replies_without
from coaching.services.derived_data import everyday
from coaching.text.content import content_words
from coaching.values.context import StrategistContext, WorkingContext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from coaching.values.check_ins import CheckInView
    from coaching.values.context import (
        BriefingView,
        IntelView,
        MemoryView,
        PersonView,
        SignalView,
        TranscriptLine,
    )
    from coaching.values.corrections import Correction

Binding = tuple["Correction", ...]
Context = TypeVar("Context", StrategistContext, WorkingContext)
Thing = TypeVar("Thing")


def obeying(context: Context) -> Context:
    """Return the context without what the person corrected."""
    binding = context.corrections
    if not binding:
        return context
    common = replace(
        context,
        person=person_without(context.person, binding),
        intel=_intel_without(context.intel, binding) if context.intel else None,
        signals=signals_without(context.signals, binding),
        memories=_without(context.memories, binding, _memory_text),
    )
    if isinstance(common, WorkingContext):
        briefing = common.briefing
        told = (text for text in common.told_before if contradicts(text, binding) is None)
        return replace(
            common,
            briefing=briefing_without(briefing, binding) if briefing else None,
            told_before=tuple(told),
        )
    previous, found = common.previous_briefing, common.findings
    is_withheld = contradicts(found.quote, binding) is not None
    return replace(
        common,
        findings=replace(found, quote="") if is_withheld else found,
        previous_briefing=briefing_without(previous, binding) if previous else None,
        transcript=transcript_without(common.transcript, binding),
        check_ins=_check_ins_without(common.check_ins, binding),
    )


def transcript_without(
    lines: Iterable[TranscriptLine], binding: Binding
) -> tuple[TranscriptLine, ...]:
    """Return a transcript with a note in the place of what is not to be passed on.

    A reply to something withheld says it in other words, so it is read more strictly.
    """
    withheld = [each for each in binding if each.withheld]
    whole = tuple(lines)
    known: set[str] = set()
    found: list[Said] = []
    for line in whole:
        text, is_theirs = masked(line.text, binding), line.role == "user"
        told = [each for each in withheld if contradicts(line.text, [each]) is not None]
        if is_theirs and told:
            text = masked_reply(text, told, known, least=LEAST_TOLD)
        elif is_theirs:
            known |= content_words(text)
        found.append(Said(is_theirs, line.text, text))
    texts = replies_without(found, withheld, everyday())
    return tuple(replace(line, text=text) for line, text in zip(whole, texts, strict=True))


def person_without(person: PersonView, binding: Binding) -> PersonView:
    """Return the person without a guess they refused."""
    if not person.hypothesis or contradicts(person.hypothesis, binding) is None:
        return person
    return replace(person, hypothesis="", hypothesis_rules=())


def briefing_without(briefing: BriefingView, binding: Binding) -> BriefingView:
    """Return a briefing without the sentences that were corrected."""
    return replace(
        briefing,
        briefing_content=purged(briefing.briefing_content, binding),
        hypothesis=purged(briefing.hypothesis, binding),
        leverage=purged(briefing.leverage, binding),
        curiosities=_texts(briefing.curiosities, binding),
        session_strategy=purged(briefing.session_strategy, binding),
        journey_narrative=purged(briefing.journey_narrative, binding),
        growth_edges={
            lens: {**edge, "note": purged(str(edge.get("note", "")), binding)}
            for lens, edge in briefing.growth_edges.items()
        },
        one_sentence=purged(briefing.one_sentence, binding),
    )


def _intel_without(intel: IntelView, binding: Binding) -> IntelView:
    return replace(
        intel,
        triggers=_texts(intel.triggers, binding),
        used_words=_texts(intel.used_words, binding),
        avoided_words=_texts(intel.avoided_words, binding),
        deflection_phrases=_texts(intel.deflection_phrases, binding),
        resistance_patterns=_texts(intel.resistance_patterns, binding),
        breakthroughs=_texts(intel.breakthroughs, binding),
        coaching_notes=_texts(intel.coaching_notes, binding),
        journey_narrative=purged(intel.journey_narrative, binding),
    )


def signals_without(signals: tuple[SignalView, ...], binding: Binding) -> tuple[SignalView, ...]:
    """Return the signals that say nothing of what was corrected."""
    withheld = [each for each in binding if each.withheld]
    kept = _without(signals, binding, lambda signal: f"{signal.content}\n{signal.quote}")
    return tuple(
        each for each in kept if not tells(f"{each.content}\n{each.quote}", withheld, everyday())
    )


def _check_ins_without(
    check_ins: tuple[CheckInView, ...], binding: Binding
) -> tuple[CheckInView, ...]:
    """Return the check-ins; the mood stays where the words were corrected."""
    return tuple(
        replace(one, content="") if contradicts(one.content, binding) is not None else one
        for one in check_ins
    )


def _memory_text(memory: MemoryView) -> str:
    return f"{memory.content}\n{memory.quote}"


def _texts(texts: Iterable[str], binding: Binding) -> tuple[str, ...]:
    return _without(texts, binding, lambda text: text)


def _without(
    things: Iterable[Thing], binding: Binding, text: Callable[[Thing], str]
) -> tuple[Thing, ...]:
    return tuple(thing for thing in things if contradicts(text(thing), binding) is None)
