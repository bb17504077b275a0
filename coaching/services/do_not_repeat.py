"""Words said in danger or about abuse: Toney repeats them nowhere by itself.

Closings, doors, cards, drafts, search and home ask here before they show words of a person. What
was said stays in the conversation itself, and in the export.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from coaching.memory.corrections import Correction, contradicts
from coaching.repositories import transcripts
from coaching.safety import ABUSE, is_by_weight_alone, screen
from coaching.text.words import sentences
from coaching.values.enums import SafetyLevel, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

LEAST_WORDS = 3
"""A sentence with fewer words gives nothing away."""
MOST_KNOWN = 10_000
Unspoken = tuple[Correction, ...]

_SECRET = os.urandom(32)
_known: dict[bytes, bool] = {}


async def unspoken(s: AsyncSession, owner: UUID) -> Unspoken:
    """Return what the person said in danger or about abuse, sentence by sentence."""
    words = await transcripts.in_danger(s, owner)
    found = (line for text in words for line in sentences(text))
    return tuple(
        Correction(line, Verdict.DONT_USE) for line in found if len(line.split()) >= LEAST_WORDS
    )


def may_repeat(text: str, before: Unspoken) -> bool:
    """Return True if a text may be shown again: no danger in it, and nothing said in danger.

    This is the one place that decides it.
    """
    return all(_is_harmless(line) for line in sentences(text)) and not contradicts(text, before)


def may_offer(text: str, before: Unspoken) -> bool:
    """Return True if a card that a model wrote may be shown.

    No rule has to hear danger in it: weights, which are made for people's messages, now and then
    take a plan for it.
    """
    lines = sentences(text)
    is_harmless = all(_is_harmless(line) or is_by_weight_alone(line) for line in lines)
    return is_harmless and not contradicts(text, before)


def sayable(text: str, before: Unspoken) -> str:
    """Return a text without the sentences that may not be shown again."""
    if may_repeat(text, before):
        return text
    lines = (_kept(line, before) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def sayable_ones(texts: Sequence[str], before: Unspoken) -> list[str]:
    """Return the texts that may be shown again as they are."""
    return [text for text in texts if may_repeat(text, before)]


def _kept(line: str, before: Unspoken) -> str:
    return " ".join(part for part in sentences(line) if may_repeat(part, before))


def _is_harmless(line: str) -> bool:
    """Ask the safety net, which takes some milliseconds; home shows the same lines again and again.

    Only the hash of a line is kept with the answer, so that no process remembers words.
    """
    key = hashlib.blake2b(line.encode(), digest_size=16, key=_SECRET).digest()
    if key not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        verdict = screen(line)
        _known[key] = verdict.level is not SafetyLevel.CRISIS and verdict.category != ABUSE
    return _known[key]
