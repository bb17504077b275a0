"""A comparison of two runs, in words for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.story_reports.compare import Comparison, Moved

SHOWN = 3
CLAUDE_ONLY = (
    "Prompts are read by Claude only: the offline coach answers by rules, so their effect on "
    "replies needs a key and --model claude."
)
NEVER_TWICE = (
    "Claude never says the same twice: replies differ between any two runs; look at the judges."
)


def words(found: Comparison, *, all_replies: bool = False) -> str:
    """Return the comparison for a terminal."""
    parts = (
        [f"{found.before} → {found.after}"],
        list(_judges(found)),
        list(_differing(found, None if all_replies else SHOWN)),
        list(found.notes),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def _judges(found: Comparison) -> Iterator[str]:
    wide = max((len(one.judge) for one in found.judges), default=0)
    if wide:
        yield f"{'judge':<{wide}}   passed          mean"
    for one in found.judges:
        passed, mean, arrow = _figures(one)
        yield f"{one.judge:<{wide}}   {passed:<14}  {mean} {arrow}"
    yield from (f"now passes: {case}" for case in found.now_passes)
    yield from (f"now fails: {case}" for case in found.now_fails)


def _figures(one: Moved) -> tuple[str, str, str]:
    (was, now), (low, high) = one.passed, one.mean
    return f"{was} → {now} of {one.people}", f"{low:.3f} → {high:.3f}", one.arrow


def _differing(found: Comparison, shown: int | None) -> Iterator[str]:
    yield _how_many(found)
    for one in found.differ[:shown]:
        yield f"{one.story}, session {one.session}, line {one.line}: {one.message}"
        yield f"    - {' '.join(one.before.split())}"
        yield f"    + {' '.join(one.after.split())}"
    if shown is not None and len(found.differ) > shown:
        yield f"and {len(found.differ) - shown} more (--verbose shows them)"


def _how_many(found: Comparison) -> str:
    if not found.replies:
        return "no reply was compared"
    differ = len(found.differ)
    return f"{differ or 'none'} of {found.replies} replies differ{'s' if differ <= 1 else ''}"
