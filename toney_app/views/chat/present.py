"""A turn as the chat shows it. The page adds what streams to the same fields (js/replies.js)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import reflex as rx

from coaching.safety import fixed_message
from coaching.services import proposals
from coaching.serving import markdown
from coaching.text.language import language_of
from coaching.values import chips
from coaching.values.blocks import Block
from coaching.values.chips import Chip
from coaching.values.enums import SafetyLevel, TurnStatus
from coaching.values.tools import UNDONE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from coaching.models import Proposal, ToolCall
    from coaching.models import Turn as StoredTurn
    from coaching.services.threads import ThreadTurn

GONE = "gone"
"""The problem of turns that were deleted; their ids are in `turn`, with spaces between them."""
MISTAKEN = "mistaken"
"""The care of a crisis that was none: what was shown stays, and nothing else follows from it."""
_OPEN = frozenset({TurnStatus.QUEUED, TurnStatus.RUNNING})
_BROKEN = frozenset({TurnStatus.INTERRUPTED, TurnStatus.FAILED})


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that was saved, or is being saved; `detail` names it."""

    call_id: str = ""
    name: str = ""
    state: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """Something that waits for the person's word, or did; `kind` is the proposal's.

    With `editable` it can be put in other words before it is saved.
    """

    id: str = ""
    kind: str = "card"
    title: str = ""
    content: str = ""
    state: str = ""
    editable: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """View model of a turn: the message, the reply and what is shown between them.

    `divider`, `named`, `today`, `newest`, `nth` and `keeps` are filled in by the page, which knows
    the neighbours. `nth`: how many turns of the session; `keeps`: there are words for a card.
    """

    key: str = ""
    id: str = ""
    at: str = ""
    session: int = 0
    over: bool = False
    divider: str = ""
    today: bool = False
    named: bool = False
    newest: bool = False
    nth: int = 0
    keeps: bool = False
    said: str = ""
    said_state: str = ""
    problem: str = ""
    until: str = ""
    most: int = 0
    status: str = ""
    agent: str = "coach"
    text: str = ""
    message_id: str = ""
    blocks: list[Block] = field(default_factory=list[Block])
    steps: list[str] = field(default_factory=list[str])
    tools: list[Tool] = field(default_factory=list[Tool])
    drafts: list[Draft] = field(default_factory=list[Draft])
    chips: list[Chip] = field(default_factory=list[Chip])
    care: str = ""
    care_words: str = ""
    category: str = ""
    retryable: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A few turns of the thread, one after the other; the page makes these."""

    key: str = ""
    turns: list[Turn] = field(default_factory=list[Turn])


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of sending a message: a turn, or the reason why there is none.

    Numbered, so that the page takes each one once, however many arrive together.
    """

    number: int
    client: str = ""
    turn: str = ""
    problem: str = ""
    until: str = ""
    most: int = 0


def turn(row: ThreadTurn, country: str | None, language: str, now: datetime) -> Turn:
    """Return a stored turn, its help for the country and in the language of the person."""
    stored, reply = row.turn, row.reply
    text = reply.text if reply else stored.partial
    is_open = stored.status in _OPEN
    return Turn(
        key=str(stored.id),
        id=str(stored.id),
        at=stored.created_at.isoformat(),
        session=row.session_number,
        over=row.is_over,
        said=row.said.text if row.said else "",
        said_state="saved" if row.said else "",
        status="waiting" if is_open else stored.status.value,
        agent=stored.agent,
        text=text,
        message_id=str(reply.id) if reply else "",
        blocks=[] if is_open else list(markdown.blocks(text)),
        steps=[] if is_open else thoughts(stored),
        tools=[_tool(call) for call in row.tools],
        drafts=[_draft(draft, now) for draft in row.drafts],
        chips=list(chips.from_json(reply.chips)) if reply else [],
        retryable=stored.status in _BROKEN,
        **_care(row, country, language),
    )


def fates(turns: Iterable[Turn]) -> list[tuple[str, str, bool]]:
    """Return what tells whether a page of turns is still what the database has."""
    return [(shown.id, shown.status, shown.over) for shown in turns]


def thoughts(turn: StoredTurn) -> list[str]:
    """Return what the model noted between its tools; nothing where something serious was said."""
    if turn.safety_level is not SafetyLevel.NONE:
        return []
    blocks = (block for step in turn.steps for block in json.loads(step["content"]))
    return [block["thinking"] for block in blocks if str(block.get("thinking", "")).strip()]


def _tool(call: ToolCall) -> Tool:
    state = "undone" if UNDONE in call.result else call.status.value
    return Tool(call.call_id, call.name, state, call.result.get("detail", ""))


def _draft(row: Proposal, now: datetime) -> Draft:
    title, _, content = row.preview.partition("\n")
    fate = "undone" if UNDONE in row.payload else proposals.fate(row, at=now).value
    return Draft(str(row.id), row.kind, title, content, fate, proposals.is_editable(row))


def _care(row: ThreadTurn, country: str | None, language: str) -> dict[str, Any]:
    level, category = row.turn.safety_level, row.turn.safety_category
    if row.mistaken:
        level, category = SafetyLevel.CRISIS, row.mistaken
    if level is SafetyLevel.NONE:
        return {}
    if row.said:  # help is shown in the language of the message
        language = language_of((row.said.text,), language)
    is_crisis = level is SafetyLevel.CRISIS
    return {
        "care": MISTAKEN if row.mistaken else level.value,
        "care_words": fixed_message(category, level, country, lang=language) if is_crisis else "",
        "category": category,
    }


@rx.serializer
def turn_as_json(shown: Turn) -> dict[str, Any]:
    """Leave out what is empty: a page of turns is mostly defaults."""
    found = {f.name: getattr(shown, f.name) for f in fields(shown)}
    kept = {name: value for name, value in found.items() if value not in ("", False, 0, [])}
    return kept | ({"blocks": markdown.as_json(shown.blocks)} if shown.blocks else {})
