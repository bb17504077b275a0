"""What is added to the behavioural intel: literal words with enough evidence."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from coaching.rules.case import LIKELY, SURE
from coaching.rules.keepsakes import whole
from coaching.text.words import plain, sentences, words
from coaching.values.enums import SignalType
from coaching.values.strategy import EmotionalVocabulary, IntelUpdate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.offline.strategist.stage import StageFinding
    from coaching.rules.case import Case

TWICE = 2  # what is said once may be an accident
MOST_USED_WORDS = 12  # of a run
NOTE_WORDS = 14  # a note is one line
_REJECTED = re.compile(
    r"\b(?:don't|do not|please don't) (?:call it|say|use the word) [\"“']?(?:a |an |my )?([\w-]+)"
)


def intel_update(case: Case, stage: StageFinding) -> IntelUpdate:
    """Return what this run adds."""
    said = (plain(text) for text in (*(one.quote for one in case.signals), *case.said))
    felt = (word for text in said for word in words(text) if word in case.lexicon.feelings)
    named = (match[1] for text in case.said for match in _REJECTED.finditer(plain(text)))
    return IntelUpdate(
        triggers=_triggers(case),
        emotional_vocabulary=EmotionalVocabulary(
            used_words=_once(felt)[:MOST_USED_WORDS],
            avoided_words=_once(word for word in named if word not in case.lexicon.stop),
            deflection_phrases=[],
        ),
        resistance_patterns=[],
        breakthroughs=[
            f"{one.created_at:%Y-%m-%d}: “{whole(one.quote, case.said)}”"
            for one in case.of(SignalType.BREAKTHROUGH, least=LIKELY)
            if one.quote
        ],
        coaching_notes=_notes(case, stage),
    )


def _once(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(items))


def _triggers(case: Case) -> list[str]:
    """Return each feeling with its situation, said plainly once or less plainly twice."""
    feelings = [(plain(one.quote), one.confidence) for one in case.of(SignalType.EMOTIONAL)]
    scenes = [(quote, sure) for quote, sure in feelings if case.lexicon.shows("situation", quote)]
    counts = Counter(quote for quote, _ in scenes)
    return _once(quote for quote, sure in scenes if sure >= SURE or counts[quote] >= TWICE)


def _notes(case: Case, stage: StageFinding) -> list[str]:
    """Return the stage, boundaries, corrections, events and practices, a line each with its day."""
    day = f"{case.ctx.today:%Y-%m-%d}"
    lines = [line for text in case.says("boundary") for line in sentences(text)]
    closed = [line for line in lines if case.lexicon.says("boundary", plain(line))]
    events = [one for one in case.of(SignalType.TOPIC_SHIFT) if one.urgency_flag and one.quote]
    return [
        *([] if case.is_first else [f"{stage.stage.value} on {stage.about} ({day})"]),
        *(f"boundary: “{_short(line)}” ({day})" for line in closed),
        *(f"correction: “{_short(text)}” ({day})" for text in case.says("correction")),
        *(f"life event: “{one.quote}” ({one.created_at:%Y-%m-%d})" for one in events),
        *(f"practice: {one.content}" for one in case.of(SignalType.PRACTICE_CHECKIN)),
    ]


def _short(text: str) -> str:
    return " ".join(text.split()[:NOTE_WORDS])
