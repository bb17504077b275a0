"""A run's row as a place in a practice, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from coaching.domains.practices.content import load_library
from coaching.domains.practices.models import EndedAs, PracticeRun
from coaching.domains.practices.runner import Place
from coaching.domains.practices.screen import Screen
from coaching.errors import NotFound
from coaching.repositories import profiles

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.practices.content import ExitName

EXITS = frozenset({EndedAs.TOO_MUCH, EndedAs.NOT_NOW, EndedAs.SOMETHING_ELSE})
BEFORE, AFTER = "before", "after"


def place_of(run: PracticeRun) -> Place:
    """Return where a run is."""
    ended_as = run.ended_as
    left_by = cast("ExitName", ended_as.value) if ended_as and ended_as in EXITS else None
    return Place(run.step, dict(run.answers), tuple(run.trail), left_by)


def put(run: PracticeRun, place: Place, at: datetime) -> None:
    """Move a run to a place. The numbers before and after outlive the answers."""
    run.step, run.trail, run.updated_at = place.step, list(place.trail), at
    run.answers = {} if run.ended_at else dict(place.answers)
    run.number_before = _number(place, BEFORE, run.number_before)
    run.number_after = _number(place, AFTER, run.number_after)


def end(run: PracticeRun, ended_as: EndedAs, at: datetime) -> None:
    """End a run: its answers are deleted."""
    run.answers, run.waits = {}, ""
    run.ended_as, run.ended_at, run.updated_at = ended_as, at, at


async def screen_of(s: AsyncSession, run: PracticeRun) -> Screen:
    """Return what the step of a run is shown from."""
    library = load_library()
    practice = library.find(run.practice_id)
    if practice is None:
        raise NotFound(f"no practice {run.practice_id!r}")
    person = await profiles.require(s, run.user_id)
    return Screen(
        run_id=run.id,
        library=library,
        practice=practice,
        place=place_of(run),
        tension=person.tension_type,
        language=run.language,
        is_over=run.ended_at is not None and run.ended_as not in EXITS,
        keeps=run.stores_words,
    )


def _number(place: Place, name: str, known: int | None) -> int | None:
    found = place.answers.get(name)
    return found if isinstance(found, int) else known
