"""What the agents can do: one tool per file, each a thin call of a service.

A tool's docstring and its arguments' descriptions are what the model reads. A tool never calls a
tool. The order here is the order in every request: changing it costs every cached prompt once.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Protocol

from coaching.domains.check_ins import service as check_ins
from coaching.domains.goals import service as goals
from coaching.domains.goals.proposals import KINDS
from coaching.domains.notes import service as notes
from coaching.domains.notes.proposals import NOTE
from coaching.domains.notes.tools import (
    CreateNote,
    RetrieveNotes,
    create_note,
    retrieve_notes,
    undo_note,
)
from coaching.domains.practices.tools import OfferPractice, offer_practice
from coaching.domains.purchases import service as purchases
from coaching.domains.quality import ratings
from coaching.domains.reminders.tools import (
    ScheduleReminder,
    schedule_reminder,
    undo_reminder,
)
from coaching.domains.transactions import budgets, renaming
from coaching.domains.transactions import service as transactions
from coaching.domains.transactions.tools import (
    GetMoney,
    RecordTransaction,
    get_money,
    record_transaction,
    undo_transaction,
)
from coaching.llm.port import ToolSpec
from coaching.services.proposals import PROPOSALS
from coaching.services.undo import RESTORES
from coaching.tools.add_micro_win import AddMicroWin, add_micro_win, undo_micro_win
from coaching.tools.create_dream import CreateDream, create_dream
from coaching.tools.create_goal import CreateGoal, create_goal
from coaching.tools.fetch_url import FetchUrl, fetch_url
from coaching.tools.forget import Forget, forget, undo_forget
from coaching.tools.get_goal import GetGoal, get_goal
from coaching.tools.get_goals import GetGoals, get_goals
from coaching.tools.mark_done import MarkDone, mark_done, undo_done
from coaching.tools.propose_plan_save import ProposePlanSave, propose_plan_save
from coaching.tools.remember import Remember, remember, undo_memory
from coaching.tools.save_card import SaveCard, save_card, undo_card
from coaching.tools.save_win import SaveWin, save_win, undo_win
from coaching.tools.update_goal import UpdateGoal, update_goal
from coaching.tools.update_micro_win import UpdateMicroWin, undo_step_change, update_micro_win
from coaching.tools.web_search import WebSearch, web_search
from coaching.tools.wikipedia_search import WikipediaSearch, wikipedia_search

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from datetime import datetime
    from uuid import UUID

    from pydantic import BaseModel, JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolOutcome
    from coaching.web import Lookup, Lookups, Pages


class Undo(Protocol):
    """Reverts what a call of a tool saved; `data` is its outcome's."""

    async def __call__(
        self, s: AsyncSession, owner: UUID, data: Mapping[str, Any], /, *, at: datetime
    ) -> None: ...


@dataclass(frozen=True)
class Tool:
    """A function that the model may call, the shape of its input, and how the chat shows a call.

    `labels` is the start of three catalogue keys (`.running`, `.done`, `.failed`); empty means
    `tool.<name>`. With `undo` the chat shows Undo after a call, with `can_edit` also Edit.
    """

    run: Callable[..., Awaitable[ToolOutcome]]
    args: type[BaseModel]
    labels: str = field(default="", kw_only=True)
    undo: Undo | None = field(default=None, kw_only=True)
    can_edit: bool = field(default=False, kw_only=True)

    @cached_property
    def name(self) -> str:
        """The name that the model sees: the function's own."""
        return self.run.__name__

    def label(self, state: str) -> str:
        """Return the catalogue key of the line that the chat shows for a call."""
        return f"{self.labels or f'tool.{self.name}'}.{state}"

    @cached_property
    def spec(self) -> ToolSpec:
        """The tool as the model sees it; it doesn't change while Toney runs."""
        schema = _bare(self.args.model_json_schema())
        return ToolSpec(self.name, inspect.getdoc(self.run) or "", schema)


@dataclass(frozen=True)
class LookupTool(Tool):
    """A tool that asks a place outside: it touches no database, and saves nothing.

    `address` names the argument that says which place, for a tool that may be sent anywhere.
    """

    place: Lookup | Pages
    address: str = field(default="", kw_only=True)


@cache
def coach_tools(lookups: Lookups) -> tuple[Tool, ...]:
    """Return the Coach's tools: the same for everybody and every turn of an engine (the cache)."""
    web, encyclopedia, pages = lookups.web, lookups.encyclopedia, lookups.pages
    return (
        *COACH_TOOLS,
        *([LookupTool(wikipedia_search, WikipediaSearch, encyclopedia)] if encyclopedia else []),
        *([LookupTool(web_search, WebSearch, web)] if web else []),
        *([LookupTool(fetch_url, FetchUrl, pages, address="url")] if pages else []),
    )


def _bare(schema: dict[str, Any]) -> Mapping[str, JsonValue]:
    """Leave out what pydantic adds for people: titles, and the description of the class."""
    properties: dict[str, JsonValue] = {
        name: {key: value for key, value in field.items() if key != "title"}
        for name, field in schema["properties"].items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": schema.get("required", []),
        "additionalProperties": False,
    }


COACH_TOOLS = (
    Tool(save_card, SaveCard, undo=undo_card, can_edit=True),
    Tool(save_win, SaveWin, undo=undo_win),
    Tool(mark_done, MarkDone, undo=undo_done),
    Tool(offer_practice, OfferPractice),
    Tool(schedule_reminder, ScheduleReminder, undo=undo_reminder),
    Tool(retrieve_notes, RetrieveNotes),
    Tool(remember, Remember, undo=undo_memory),
    Tool(forget, Forget, undo=undo_forget),
)
"""Those that every Coach has; what can be looked up depends on the settings."""
GOALS = Tool(get_goals, GetGoals)
READING = (GOALS, Tool(get_goal, GetGoal))
DREAMING = (Tool(create_dream, CreateDream),)
PLANNING = (Tool(create_goal, CreateGoal), Tool(update_goal, UpdateGoal))
ADDING = (
    Tool(add_micro_win, AddMicroWin, undo=undo_micro_win),
    Tool(update_micro_win, UpdateMicroWin, undo=undo_step_change),
)
SAVING_PLANS = (Tool(propose_plan_save, ProposePlanSave),)
NOTING = (Tool(create_note, CreateNote, undo=undo_note),)
LOOKING = Tool(get_money, GetMoney)
RECORDING = Tool(record_transaction, RecordTransaction, undo=undo_transaction)
MONEY = (LOOKING, RECORDING)
OF_THE_APP = (*MONEY, GOALS)
"""The app calls them by itself (`agents/app_calls.py`); kinds of conversation have them too."""
GOAL_TOOLS = (*READING, *DREAMING, *PLANNING, *ADDING, *SAVING_PLANS, *NOTING)
"""Those of the kinds of conversation that are about goals (`agents/kinds.py`)."""
PROPOSALS.update({kind.name: kind for kind in (*KINDS, NOTE)})
RESTORES["reply_rated"] = ratings.undo
RESTORES["note_deleted"] = notes.restore
RESTORES["check_in"] = check_ins.undo
RESTORES["check_in_deleted"] = check_ins.restore
RESTORES["step_before"] = goals.restore_step
RESTORES["purchase"] = purchases.undo
RESTORES["purchase_before"] = purchases.restore
RESTORES["money"] = transactions.undo
RESTORES["money_before"] = transactions.restore
RESTORES["budget_before"] = budgets.restore
RESTORES["budget_money_moved"] = budgets.restore_both
RESTORES["money_category"] = renaming.restore
