"""The numbers of the Metrics page as an admin may see them: not of a few people only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.domains.metrics.service import metrics
from coaching.domains.metrics.small_groups import SMALLEST_GROUP
from coaching.values.scope import EVERYBODY, Scope

if TYPE_CHECKING:
    from coaching.domains.metrics.service import Metrics
    from coaching.repositories.db import Db


async def shown_metrics(db: Db, *, scope: Scope = EVERYBODY, **asked: Any) -> Metrics | None:  # noqa: ANN401 - as `metrics`
    """Return what `metrics` counts, or None if a filter leaves too few people who wrote.

    None also where nobody wrote: signals and cohorts of eight weeks may still be of a few.
    """
    found = await metrics(db, scope=scope, **asked)
    return found if scope == EVERYBODY or found.wrote >= SMALLEST_GROUP else None
