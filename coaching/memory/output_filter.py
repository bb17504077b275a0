"""Filter the Strategist's output: remove what the person corrected. Code has the last word.

The briefing stays whole: a section that loses its only sentence says that nothing is known there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from coaching.memory.corrections import contradicts, purged
from coaching.memory.pruning import A, pruned
from coaching.values.context import INTEL_LISTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.memory.intel import Intel
    from coaching.values.corrections import Correction

CORRECTED = "they corrected this"


def obedient(output: A, corrections: Iterable[Correction]) -> A:
    """Return the answer without the sentences and items that say again what was corrected."""
    binding = tuple(corrections)

    def check(_: str, text: str) -> str:
        return CORRECTED if contradicts(text, binding) is not None else ""

    kept, problems = pruned(output, check)
    return kept if problems else output


def known_without(known: Intel, corrections: Iterable[Correction]) -> Intel:
    """Return the intel without the items that were corrected."""
    binding = tuple(corrections)
    lists: dict[str, Any] = {
        name: tuple(item for item in getattr(known, name) if not contradicts(item.text, binding))
        for name in INTEL_LISTS
    }
    story = purged(known.journey_narrative, binding)
    edges = {
        lens: {**edge, "note": purged(str(edge.get("note", "")), binding)}
        for lens, edge in known.growth_edges.items()
    }
    return replace(known, **lists, journey_narrative=story, growth_edges=edges)
