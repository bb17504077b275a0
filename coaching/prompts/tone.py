"""How a tone sounds, composed from its number: the scale is continuous, not three bands (A23).

Four things change along it, each at its own places, so that every whole number reads differently
and a step of a half changes one thing at most. What never changes is said with it.
"""

from __future__ import annotations

from bisect import bisect_right

from coaching.prompts.render import section

FRAME = "coach/tone/frame"
# Where each part goes on to its next wording; offset, so that they don't change together.
STEPS = {
    "opening": (2.0, 4.0, 6.0, 8.5),
    "challenge": (2.5, 4.5, 6.5, 9.0),
    "praise": (3.0, 5.0, 7.0, 9.5),
    "words": (1.5, 3.5, 5.5, 7.5),
}
GENTLE_UP_TO, DIRECT_FROM = 4.0, 6.0


def tone_heading(tone: float) -> str:
    """Return the number as a heading says it: `Tone 6.5 of 10`."""
    return section(FRAME, "heading", tone=f"{tone:g}")


def tone_guidance(tone: float) -> str:
    """Return how to open, challenge, praise and word a reply at a tone from 1 to 10."""
    parts = [section(f"coach/tone/{part}", _level(part, tone)) for part in STEPS]
    return " ".join([*parts, *_never(tone), section(FRAME, "always")])


def _level(part: str, tone: float) -> str:
    return str(bisect_right(STEPS[part], tone) + 1)


def _never(tone: float) -> list[str]:
    if tone <= GENTLE_UP_TO:
        return [section(FRAME, "never_gentle")]
    return [section(FRAME, "never_direct")] if tone >= DIRECT_FROM else []
