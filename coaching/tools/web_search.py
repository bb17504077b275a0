"""The coach looks for a public fact on the web."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from coaching.services import web_lookup
from coaching.web import LONGEST_QUERY

if TYPE_CHECKING:
    from coaching.values.tools import ToolOutcome
    from coaching.web import Lookup


class WebSearch(BaseModel):
    """What is looked for."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    query: str = Field(max_length=LONGEST_QUERY, description="General words.")
    num_results: int = Field(default=5, ge=1, le=10, description="How many; 5 as a rule.")


async def web_search(place: Lookup, args: WebSearch) -> ToolOutcome:
    """Search the public web for a fact they ask about.

    For example who helps with debt, what an office does, what a word means. Not for
    rates, prices or products, nor for what someone should do.
    """
    return await web_lookup.look_up(place, args.query, args.num_results)
