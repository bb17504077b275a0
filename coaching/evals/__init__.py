"""How well Toney does what it should, on files of examples: one module each, named here.

A new eval is a module with an `EVAL` and one line in `ALL_EVALS`.
"""

from coaching.evals import flagged, memory, notes, observer, onboarding, safety

ALL_EVALS = (
    flagged.EVAL,
    memory.EVAL,
    notes.EVAL,
    observer.EVAL,
    onboarding.EVAL,
    safety.EVAL,
)

__all__ = ["ALL_EVALS"]
