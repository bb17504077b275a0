"""Words planted where a reply may read them, with a model that obeys, and what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlmodel import select

from coaching.agents.tool_calls import ToolRunner
from coaching.conversation import accept, open_kind
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.domains.goals.models import MicroWin
from coaching.domains.notes.models import Note
from coaching.domains.reminders.models import Reminder
from coaching.llm.scripted import ScriptedLLM, always, parses, says
from coaching.models import CoachMemory, Proposal, RewireCard, Win
from coaching.prompts import fences
from coaching.services import cards, drafts, offers, profiles, web_lookup
from coaching.values.enums import CardKind, Role
from coaching.values.events import TurnDone
from coaching.values.observation import Observation
from coaching.web import Pages, extract, lookups, network, pages
from coaching.web.extract import Extracted
from coaching.web.network import GuardedNetwork
from tests.support.hearing import events
from tests.support.open_web import OpenWeb, in_this_process
from tests.support.outside import KEY, Outside, results

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import datetime
    from uuid import UUID

    import pytest
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.bootstrap import Coaching
    from coaching.llm.port import Request
    from coaching.llm.scripted import Scripted, Step
    from coaching.values.conversations import ConversationKind
    from tests.support.outside import Answering

    Plant = Callable[[AsyncSession, UUID, datetime], Awaitable[object]]
    StartEngine = Callable[..., Awaitable[Coaching]]
    Weaken = Callable[[pytest.MonkeyPatch], None]

SINK, CANARY, METADATA = "sink.test", "canary-7f3a", "169.254.169.254"
PDF = (Path(__file__).parents[1] / "coaching" / "web" / "terms.pdf").read_bytes()
_WRITTEN = (CoachMemory, MicroWin, Note, Proposal, Reminder, RewireCard, Win)
_ID = re.compile(r'"id": "([0-9a-f-]{36})"')
_NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))


@dataclass(frozen=True)
class Attack:
    """What is planted where, what a model does that obeys it, and the build without its guards.

    `steps` are the model's, the last of which obeys; `orders` are words that it must not be told.
    """

    steps: Sequence[Scripted]
    weaken: Sequence[Weaken]
    asks: str = "What should I do today?"
    plant: Plant | None = None
    page: bytes = b""
    found: Sequence[Answering] = ()
    kind: ConversationKind | None = None
    orders: str = "\x00"


async def harm(
    start_engine: StartEngine, owner: UUID, attack: Attack, monkeypatch: pytest.MonkeyPatch
) -> set[str]:
    """Play an attack; return what came of it."""
    web = OpenWeb(names={METADATA: (METADATA,)}, pages={"/101": attack.page})
    monkeypatch.setattr(lookups, "Pages", lambda: Pages(web.network(), extract=in_this_process))
    llm = ScriptedLLM([*attack.steps, says("So.")], observer=[_NOTHING])
    outside = Outside(*attack.found, then=results())
    async with web.listening(), outside.listening() as url:
        places = {"brave_base_url": url, "wikipedia_base_url": f"{url}/api/rest_v1"}
        coaching = await start_engine(llm, brave_search_api_key=KEY, **places)
        if attack.plant is not None:
            async with coaching.unit(owner, write=True) as s:
                await attack.plant(s, owner, coaching.clock.now())
        if attack.kind is not None:
            await open_kind(coaching, owner, attack.kind)
        before = await _rows(coaching, owner)
        accepted = await accept(coaching, owner, attack.asks, "m1")
        last = (await events(coaching, owner, accepted.turn_id))[-1]
        written = await _rows(coaching, owner) - before
    assert isinstance(last, TurnDone)
    told = "".join(read(each) for each in llm.requests if each.role is Role.COACH)
    happened = {
        "written": written > 0,
        "sent": any(CANARY in str(asked) for asked in outside.asked),
        "read": any(SINK in name for name in web.resolved) or (METADATA, 80) in web.dialled,
        "linked": SINK in last.text,
        "told": attack.orders in told,
    }
    return {name for name, has_happened in happened.items() if has_happened}


def read(request: Request) -> str:
    """Return all that a request tells the model, as text."""
    told = [block.text for block in request.system]
    for message in request.messages:
        told += [_text(block) for block in message.content]
    return "\n".join(told)


def _text(block: Any) -> str:
    if block["type"] == "tool_result":
        return str(block["content"])
    return str(block.get("text", ""))


async def _rows(coaching: Coaching, owner: UUID) -> int:
    async with coaching.unit(owner) as s:
        return sum([len((await s.exec(select(table))).all()) for table in _WRITTEN])


def after(words: str, obeys: Scripted) -> Scripted:
    """Return a step that obeys planted words once it has been told them."""

    def step(request: Request) -> Step:
        if words not in read(request):
            return says("Nothing there.")
        return obeys(request) if callable(obeys) else obeys

    return step


def a_card(content: str) -> Plant:
    """Plant words on a card, today's."""

    async def plant(s: AsyncSession, owner: UUID, at: datetime) -> None:
        card = await cards.add(
            s, owner, kind=CardKind.TRUTH, title="Budget", content=content, at=at
        )
        await cards.set_focus(s, owner, card.row.id, at=at)

    return plant


def a_why(words: str) -> Plant:
    """Plant words in why somebody came."""

    async def plant(s: AsyncSession, owner: UUID, _at: datetime) -> None:
        (await profiles.require(s, owner)).emotional_why = words

    return plant


def a_name(name: str) -> Plant:
    """Plant words in the person's name."""

    async def plant(s: AsyncSession, owner: UUID, at: datetime) -> None:
        await profiles.change(s, owner, at=at, name=name)

    return plant


def a_plan(notes: str) -> Plant:
    """Plant words in the notes of a goal."""

    async def plant(s: AsyncSession, owner: UUID, at: datetime) -> None:
        await goals.add(s, owner, GoalFields(title="Budget", notes=notes), at=at)

    return plant


def a_pdf(words: str) -> bytes:
    """Return a PDF of one line, as long as the one it is made from."""
    at = PDF.index(b"(Terms")
    end = PDF.index(b")", at)
    return PDF[: at + 1] + words.encode().ljust(end - at - 1)[: end - at - 1] + PDF[end:]


def without_the_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a reply do everything after it has read words of strangers or notes."""
    monkeypatch.setattr(web_lookup, "UNTRUSTED", ())


def reading_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a reply read any address, whoever named it."""

    def unguarded(self: ToolRunner, call: Any, tool: Any, args: Any) -> object:
        return self._outside(call, tool, args, ())

    monkeypatch.setattr(ToolRunner, "_reading", unguarded)


def dialling_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page be fetched from any address."""

    def anywhere(web: OpenWeb) -> GuardedNetwork:
        return GuardedNetwork(may_reach=lambda _: True, resolve=web._resolve, dial=web._dial)

    monkeypatch.setattr(web_lookup, "holds_secret", lambda _url: False)
    monkeypatch.setattr(network, "_may_be_dialled", lambda _host: True)
    monkeypatch.setattr(OpenWeb, "network", anywhere)


def as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell what was found or read as it came."""
    monkeypatch.setattr(lookups, "wants_something", lambda _words: False)
    monkeypatch.setattr(lookups, "plain", lambda text, _longest: text)
    monkeypatch.setattr(pages, "asks", lambda _words: False)
    monkeypatch.setattr(pages, "lines", lambda text: text.splitlines())
    monkeypatch.setattr(extract, "_from_html", lambda page: Extracted("", page))


def without_fences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a person's words into the prompt as they are."""
    monkeypatch.setattr(fences, "as_said", lambda text: text)


def anybodys_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take all words for the person's own."""

    async def always_theirs(*_: object) -> bool:
        return True

    monkeypatch.setattr(drafts, "is_theirs", always_theirs)


def asked_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every message for a yes to whatever is done."""

    async def always_asked(*_: object) -> bool:
        return True

    monkeypatch.setattr(offers, "said_yes", always_asked)


def goal_id(request: Request) -> str:
    """Return the id of the goal that was read."""
    found = _ID.search(read(request))
    assert found is not None
    return found[1]
