"""How a Strategist's reading is joined to what is known (A58–A61)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from coaching.memory.items import Item, add_items, freshest_of, without
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.values.strategy import StrategistOutput

MOST = 8
"""Items kept in each list. They go into every later request, so each run replaces old ones."""
BOUNDARY = "boundary:"
_EXACTLY = 1.0

Items = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Intel:
    """Behavioural intel of one person: short lists; the last three fields are replaced."""

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
    """Return the intel merged with a run's findings, without storing it (A35, A61).

    What the run says is over goes first. Each list keeps its freshest items, what says the same
    counts once more, a word that is avoided leaves the words that are used; stage, narrative and
    lenses are replaced. `sources` are ids of the signals that the run read, `at` is when, in UTC.
    """
    known, new, words = current or Intel(), output.intel, output.intel.emotional_vocabulary
    seen = at.isoformat()

    def grow(items: Items, texts: list[str], *, cap: int | None = MOST, **how: float) -> Items:
        return add_items(
            without(items, output.over), texts, at=seen, sources=sources, cap=cap, **how
        )

    avoided = grow(known.avoided_words, words.avoided_words, similar=_EXACTLY)
    used = grow(known.used_words, words.used_words, similar=_EXACTLY)
    return Intel(
        triggers=grow(known.triggers, new.triggers),
        used_words=without(used, (item.text for item in avoided)),
        avoided_words=avoided,
        deflection_phrases=grow(known.deflection_phrases, words.deflection_phrases),
        resistance_patterns=grow(known.resistance_patterns, new.resistance_patterns),
        # A breakthrough is never merged away: only the very same sentence counts twice.
        breakthroughs=grow(known.breakthroughs, new.breakthroughs, similar=_EXACTLY),
        coaching_notes=_notes(grow(known.coaching_notes, new.coaching_notes, cap=None)),
        stage_of_change=output.stage_of_change,
        journey_narrative=output.journey_narrative,
        growth_edges={
            lens.value: edge.model_dump(mode="json") for lens, edge in output.growth_edges.items()
        },
    )


def _notes(notes: Items) -> Items:
    """Keep every boundary (honoured until the person lifts it), and the freshest of the rest."""
    boundaries = {note for note in notes if note.text.casefold().startswith(BOUNDARY)}
    freshest = set(freshest_of([note for note in notes if note not in boundaries], MOST))
    return tuple(note for note in notes if note in boundaries or note in freshest)
