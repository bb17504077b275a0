"""How a Strategist's reading is joined to what is known (A58–A61, domain.md §4.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from coaching.memory.items import Item, add_items, freshest_of, without
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.values.strategy import StrategistOutput

TRIGGERS = 20
WORDS = 40
PATTERNS = 20
NOTES = 60
_EXACTLY = 1.0
_BOUNDARY = "boundary:"

Items = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Intel:
    """Behavioural intel of one person: lists grow, the last three are replaced."""

    triggers: Items = ()
    used_words: Items = ()
    avoided_words: Items = ()
    deflection_phrases: Items = ()
    resistance_patterns: Items = ()
    breakthroughs: Items = ()
    coaching_notes: Items = ()
    stage_of_change: Stage = Stage.CONTEMPLATION
    journey_narrative: str = ""
    growth_edges: dict[str, Any] = field(default_factory=dict[str, Any])


def merge_intel(
    current: Intel | None,
    output: StrategistOutput,
    *,
    at: datetime,
    sources: tuple[str, ...] = (),
) -> Intel:
    """Return the intel with a run's findings joined in; nothing is stored (A35, A61).

    Lists grow up to their caps, what says the same counts once more, a word that is avoided leaves
    the words that are used; stage, narrative and lenses are replaced. `sources` are ids of the
    signals that the run read, `at` is when, an instant in UTC.
    """
    known, new, words = current or Intel(), output.intel, output.intel.emotional_vocabulary
    seen = at.isoformat()

    def grow(items: Items, texts: list[str], cap: int | None, **how: float) -> Items:
        return add_items(items, texts, at=seen, sources=sources, cap=cap, **how)

    avoided = grow(known.avoided_words, words.avoided_words, WORDS, similar=_EXACTLY)
    used = grow(known.used_words, words.used_words, WORDS, similar=_EXACTLY)
    return Intel(
        triggers=grow(known.triggers, new.triggers, TRIGGERS),
        used_words=without(used, (item.text for item in avoided)),
        avoided_words=avoided,
        deflection_phrases=grow(known.deflection_phrases, words.deflection_phrases, WORDS),
        resistance_patterns=grow(known.resistance_patterns, new.resistance_patterns, PATTERNS),
        # A breakthrough is never merged away: only the very same sentence counts twice.
        breakthroughs=grow(known.breakthroughs, new.breakthroughs, None, similar=_EXACTLY),
        coaching_notes=_notes(grow(known.coaching_notes, new.coaching_notes, None)),
        stage_of_change=output.stage_of_change,
        journey_narrative=output.journey_narrative,
        growth_edges={
            lens.value: edge.model_dump(mode="json") for lens, edge in output.growth_edges.items()
        },
    )


def _notes(notes: Items) -> Items:
    """Keep every boundary (honoured until the person lifts it), and the freshest of the rest."""
    boundaries = {note for note in notes if note.text.casefold().startswith(_BOUNDARY)}
    freshest = set(freshest_of([note for note in notes if note not in boundaries], NOTES))
    return tuple(note for note in notes if note in boundaries or note in freshest)
