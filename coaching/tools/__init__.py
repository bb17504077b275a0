"""What the agents can do: one tool per file, each a thin call of a service.

A tool's docstring and its arguments' descriptions are what the model reads. A tool never calls a
tool. The order here is the order in every request: changing it costs every cached prompt once.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from coaching.domains.practices.tools import OfferPractice, offer_practice
from coaching.llm.port import ToolSpec
from coaching.tools.mark_done import MarkDone, mark_done
from coaching.tools.save_card import SaveCard, save_card
from coaching.tools.save_win import SaveWin, save_win
from coaching.tools.web_search import WebSearch, web_search
from coaching.tools.wikipedia_search import WikipediaSearch, wikipedia_search

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from pydantic import BaseModel, JsonValue

    from coaching.values.tools import ToolOutcome
    from coaching.web import Lookup, Lookups


@dataclass(frozen=True)
class Tool:
    """A function that the model may call, and the shape of its input."""

    run: Callable[..., Awaitable[ToolOutcome]]
    args: type[BaseModel]

    @property
    def name(self) -> str:
        """The name that the model sees: the function's own."""
        return self.run.__name__

    @property
    def spec(self) -> ToolSpec:
        """The tool as the model sees it."""
        return _spec(self.run, self.args)


@dataclass(frozen=True)
class LookupTool(Tool):
    """A tool that asks a place outside: it touches no database, and saves nothing."""

    place: Lookup


def coach_tools(lookups: Lookups) -> tuple[Tool, ...]:
    """Return the Coach's tools: the same for everybody and every turn of an engine (the cache)."""
    web, encyclopedia = lookups.web, lookups.encyclopedia
    return (
        *COACH_TOOLS,
        *([LookupTool(wikipedia_search, WikipediaSearch, encyclopedia)] if encyclopedia else []),
        *([LookupTool(web_search, WebSearch, web)] if web else []),
    )


@cache
def _spec(run: Callable[..., Awaitable[ToolOutcome]], args: type[BaseModel]) -> ToolSpec:
    """Return what doesn't change while Toney runs: a turn must not wait for it again."""
    return ToolSpec(run.__name__, inspect.getdoc(run) or "", _bare(args.model_json_schema()))


def _bare(schema: dict[str, Any]) -> Mapping[str, JsonValue]:
    """Leave out what pydantic adds for people: titles, and the description of the class."""
    properties: dict[str, JsonValue] = {
        name: {key: value for key, value in field.items() if key != "title"}
        for name, field in schema["properties"].items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": schema["required"],
        "additionalProperties": False,
    }


COACH_TOOLS = (
    Tool(save_card, SaveCard),
    Tool(save_win, SaveWin),
    Tool(mark_done, MarkDone),
    Tool(offer_practice, OfferPractice),
)
"""Those that every Coach has; what can be looked up depends on the settings."""
