"""The coach looks in an encyclopedia what something is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from coaching.services import web_lookup
from coaching.web import LONGEST_QUERY

if TYPE_CHECKING:
    from coaching.values.tools import ToolOutcome
    from coaching.web import Lookup

MOST = 3


class WikipediaSearch(BaseModel):
    """What is looked for."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    query: str = Field(
        max_length=LONGEST_QUERY,
        description="A title or general words.",
    )


async def wikipedia_search(place: Lookup, args: WikipediaSearch) -> ToolOutcome:
    """Look up in Wikipedia what a term, an institution or an idea they ask about is."""
    return await web_lookup.look_up(place, args.query, MOST)
