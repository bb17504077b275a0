"""Which known memories a message has overtaken, though what should replace them was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.memory.attribution import OwnWords
from coaching.memory.deduplication import is_related
from coaching.memory.gate_types import Refusal
from coaching.memory.grounding import shares_a_number
from coaching.memory.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from coaching.memory.gate_types import Heard, Judgement
    from coaching.values.observation import MemoryCandidate

SOFT = frozenset({Refusal.NOT_GROUNDED, Refusal.UNREAL, Refusal.NOT_THEIRS, Refusal.SOMEBODY_ELSE})
"""Refusals of how something is told; that the person said something newer is true all the same."""


def overtaken(
    candidates: Sequence[MemoryCandidate], judgements: Sequence[Judgement], heard: Heard
) -> list[UUID]:
    """Return the memories that refused candidates name as untrue by now.

    Only where the quote is in the message and the message is about the same, and never what the
    person wrote or asked to have remembered.
    """
    if load_rules().fits("frame", heard.message):
        return []
    own, known = OwnWords(heard.message), {each.id: each for each in heard.known}
    found: list[UUID] = []
    for candidate, judgement in zip(candidates, judgements, strict=True):
        if judgement not in SOFT or own.find(candidate.quote) is None:
            continue
        for named in heard.named(candidate.supersedes):
            older = known.get(named)
            if older is None or older.is_the_person_s or older.is_asked_for or named in found:
                continue
            is_about = is_related(older.content, heard.message)
            if is_about or shares_a_number(older.content, heard.message):
                found.append(named)
    return found
