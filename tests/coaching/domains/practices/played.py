"""Every way through a practice, as the answers that lead along it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.practices import runner
from coaching.domains.practices.content import load_library
from coaching.domains.practices.runner import Answer, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.domains.practices.content import Practice, Step
    from coaching.values.enums import Tension

LIBRARY = load_library()
WRITTEN = {"en": "the blue letter", "es": "la carta azul"}


def answers_to(step: Step, language: str) -> list[Answer]:
    """Return answers that lead to every step that can come next."""
    if step.type in {"choose", "look"}:
        return [Answer(chip=chip.id) for chip in step.chips]
    if step.type == "scale":
        return [Answer(number=number) for number in ((0, 5, 10) if step.branch else (5,))]
    if step.type == "write":
        written = Answer(text=WRITTEN[language][: step.max])
        return [written, Answer(skip=True)] if step.skip else [written]
    return [Answer()]


def ends_of(
    practice: Practice, language: str, tension: Tension | None, *, place: Place | None = None
) -> Iterator[Place]:
    """Play every way through a practice, ways out included, to its ends."""
    here = place or runner.begin(practice)
    step = LIBRARY.step(practice, here.step)
    if step.type == "end":
        yield here
        return
    if runner.can_leave(LIBRARY, practice, here):
        for name in LIBRARY.exits:
            left = runner.leave(LIBRARY, practice, here, name)
            yield from ends_of(practice, language, tension, place=left)
    for answer in answers_to(step, language):
        went = runner.advance(LIBRARY, practice, here, answer, tension=tension, language=language)
        yield from ends_of(practice, language, tension, place=went)
