"""A scope as conditions of a query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col

from coaching.models import BehavioralIntel, Profile

if TYPE_CHECKING:
    from coaching.values.scope import Scope


def within(scope: Scope, owner: Any) -> tuple[sa.ColumnElement[bool], ...]:  # noqa: ANN401 - a column
    """Return the conditions on a column that holds a person's id."""
    return tuple(owner.in_(people) for people in _people(scope))


def having(scope: Scope) -> list[sa.ColumnElement[bool]]:
    """Return the conditions for a query that has joined `Profile` and `BehavioralIntel`."""
    stage = col(BehavioralIntel.stage_of_change)
    return [*_of_profile(scope), *([stage == scope.stage] if scope.stage is not None else [])]


def _people(scope: Scope) -> list[sa.Select[Any]]:
    profile: Any = col(Profile.user_id)
    wanted = _of_profile(scope)
    found: list[sa.Select[Any]] = [sa.select(profile).where(*wanted)] if wanted else []
    if scope.stage is not None:
        intel: Any = col(BehavioralIntel.user_id)
        found.append(sa.select(intel).where(col(BehavioralIntel.stage_of_change) == scope.stage))
    return found


def _of_profile(scope: Scope) -> list[sa.ColumnElement[bool]]:
    wanted: list[sa.ColumnElement[bool]] = []
    if scope.tension is not None:
        wanted.append(col(Profile.tension_type) == scope.tension)
    if scope.language is not None:
        wanted.append(col(Profile.locale) == scope.language)
    if scope.tier is not None:
        wanted.append(col(Profile.tier) == scope.tier)
    return wanted
