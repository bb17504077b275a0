"""The coach reads one page of the web, or a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from coaching.services import web_lookup
from coaching.web import LONGEST_URL

if TYPE_CHECKING:
    from coaching.values.tools import ToolOutcome
    from coaching.web import Pages


class FetchUrl(BaseModel):
    """Which page."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    url: str = Field(max_length=LONGEST_URL, description="As it was given.")


async def fetch_url(place: Pages, args: FetchUrl) -> ToolOutcome:
    """Read a page or PDF whose address they wrote, or a search just returned; no other."""
    return await web_lookup.read_page(place, args.url)
