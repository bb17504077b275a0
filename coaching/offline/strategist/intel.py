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
    from coaching.offline.strategist.stage import StageFinding
    from coaching.rules.case import Case
    from coaching.values.context import SignalView

PHRASE_WORDS = 6  # the start of a quote, enough to know it again
TWICE = 2  # what is said once may be an accident
PATTERN_SIGNALS = 3  # in one session; fewer need two sessions
MOST_USED_WORDS = 12  # of a run
NOTE_WORDS = 14  # a note is one line
_REJECTED = re.compile(
    r"\b(?:don't|do not|please don't) (?:call it|say|use the word) [\"“']?(?:a |an |my )?([\w-]+)"
)


def intel_update(case: Case, stage: StageFinding) -> IntelUpdate:
    """Return what this run adds."""
    return IntelUpdate(
        triggers=_triggers(case),
        emotional_vocabulary=EmotionalVocabulary(
            used_words=_used_words(case),
            avoided_words=_avoided_words(case),
            deflection_phrases=_deflection_phrases(case),
        ),
        resistance_patterns=_resistance(case),
        breakthroughs=_breakthroughs(case),
        coaching_notes=_notes(case, stage),
    )


def _triggers(case: Case) -> list[str]:
    """Return each feeling with its situation, said plainly once or less plainly twice."""
    scenes = [
        s for s in case.of(SignalType.EMOTIONAL) if case.lexicon.shows("situation", plain(s.quote))
    ]
    counts = Counter(plain(s.quote) for s in scenes)
    known = [
        plain(s.quote) for s in scenes if s.confidence >= SURE or counts[plain(s.quote)] >= TWICE
    ]
    return list(dict.fromkeys(known))


def _used_words(case: Case) -> list[str]:
    feelings = case.lexicon.feelings
    texts = (*(s.quote for s in case.signals), *case.said)
    found = (word for text in texts for word in words(plain(text)) if word in feelings)
    return list(dict.fromkeys(found))[:MOST_USED_WORDS]


def _avoided_words(case: Case) -> list[str]:
    found = (match.group(1) for text in case.said for match in _REJECTED.finditer(plain(text)))
    return list(dict.fromkeys(word for word in found if word not in case.lexicon.stop))


def _deflection_phrases(case: Case) -> list[str]:
    """Literal words, once moving away was seen twice."""
    signals = case.of(SignalType.DEFLECTION)
    before = len(case.ctx.intel.deflection_phrases) if case.ctx.intel else 0
    if len(signals) + before < TWICE:
        return []
    short = (" ".join(s.quote.split()[:PHRASE_WORDS]) for s in signals if s.quote)
    return list(dict.fromkeys(short))


def _resistance(case: Case) -> list[str]:
    """Return ways of moving away that were seen three times, or in two sessions."""
    seen: dict[str, set[int]] = {}
    counts: Counter[str] = Counter()
    for signal in case.of(SignalType.DEFLECTION):
        pattern = plain(signal.content.split(":")[0]).rstrip(".")
        counts[pattern] += 1
        seen.setdefault(pattern, set()).add(signal.session_number)
    return [p for p in counts if counts[p] >= PATTERN_SIGNALS or len(seen[p]) >= TWICE]


def _breakthroughs(case: Case) -> list[str]:
    found = case.of(SignalType.BREAKTHROUGH, least=LIKELY)
    return [
        f"{signal.created_at:%Y-%m-%d}: “{whole(signal.quote, case.said)}”"
        for signal in found
        if signal.quote
    ]


def _notes(case: Case, stage: StageFinding) -> list[str]:
    day = f"{case.ctx.today:%Y-%m-%d}"
    notes = [] if case.is_first else [f"{stage.stage.value} on {stage.about} ({day})"]
    notes += [f"boundary: “{_short(line)}” ({day})" for line in _boundaries(case)]
    notes += [f"correction: “{_short(text)}” ({day})" for text in case.says("correction")]
    notes += [f"life event: “{s.quote}” ({s.created_at:%Y-%m-%d})" for s in _events(case)]
    notes += [f"practice: {s.content}" for s in case.of(SignalType.PRACTICE_CHECKIN)]
    return notes


def _boundaries(case: Case) -> list[str]:
    """Return the sentences that say what is to be left alone, without those beside them."""
    every = (line for text in case.says("boundary") for line in sentences(text))
    return [line for line in every if case.lexicon.says("boundary", plain(line))]


def _events(case: Case) -> list[SignalView]:
    return [s for s in case.of(SignalType.TOPIC_SHIFT) if s.urgency_flag and s.quote]


def _short(text: str) -> str:
    return " ".join(text.split()[:NOTE_WORDS])
