"""Save the outcome of a practice as a card, a plan or a win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.practices.screen import outcomes
from coaching.errors import InvalidInput
from coaching.services import cards, wins

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.practices.screen import Screen, ShownOutcome
    from coaching.values.enums import CardKind

_TITLE, _CONTENT, _TEXT = "title", "content", "text"


@dataclass(frozen=True, slots=True)
class Changed:
    """An outcome with the fields as the person left them."""

    kind: CardKind | None
    fields: Mapping[str, str]


def require(screen: Screen, index: int) -> ShownOutcome:
    """Return an outcome of the last step by its index."""
    found = {outcome.index: outcome for outcome in outcomes(screen)}
    if index not in found:
        raise InvalidInput({"outcome": f"choose one of: {', '.join(map(str, found))}"})
    return found[index]


def changed(outcome: ShownOutcome, values: Mapping[str, str]) -> Changed:
    """Return an outcome with its fields replaced by what the person wrote."""
    fields = {field.name: field.text for field in outcome.fields}
    if unknown := values.keys() - fields.keys():
        raise InvalidInput(dict.fromkeys(sorted(unknown), "is no field of this outcome"))
    return Changed(outcome.card_kind, {**fields, **values})


async def keep(s: AsyncSession, owner: UUID, outcome: Changed, *, at: datetime) -> UUID:
    """Store a card, a plan or a win and return its id."""
    fields = dict(outcome.fields)
    if outcome.kind is None:
        return (await wins.add(s, owner, fields[_TEXT], at=at)).row.id
    title, content = fields.pop(_TITLE), fields.pop(_CONTENT, "")
    kept = await cards.add(
        s, owner, kind=outcome.kind, title=title, content=content, parts=fields, at=at
    )
    return kept.row.id
