"""Plays the sessions whose cost is counted: the real engine, pauses as people make them.

Pauses: of a hundred, 70 last 20 to 120 s, 17 up to 290 s, 13 from 5 to 18 minutes;
brisk: all below 150 s. They are dealt from a shuffled deck, so that a seed changes their order and
length but not their shares. Three turns of ten have a tool round. The person ends each session.
"""

from __future__ import annotations

import json
import random
import tempfile
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from coaching import bootstrap
from coaching.conversation import take_turn
from coaching.errors import ToneyError
from coaching.evals.cost.counting_model import CountingLLM
from coaching.evals.examples_file import read_rows
from coaching.evals.stories.clock import StoryClock
from coaching.jobs import ALL_JOBS
from coaching.jobs.batch import LOOK_EVERY
from coaching.jobs.loop import JobLoop
from coaching.llm.roles import ROLES
from coaching.repositories import jobs, migrations
from coaching.services import accounts, consent, onboarding, sessions
from coaching.simulator.space import settings_in
from coaching.values.enums import JobStatus, Role

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.evals.cost.counting_model import Asked

Pauses = Literal["human", "brisk"]
EXAMPLES = Path(__file__).parents[1] / "examples"
MESSAGES = EXAMPLES / "cost_messages.json"
PERSONAS = EXAMPLES / "personas.json"
BEGINS = datetime(2026, 11, 2, 19, 0, tzinfo=UTC)
A_DAY = timedelta(days=1)
DECK = 100
SHORT, LONGER, LONG, BRISK = (20, 120), (120, 290), (300, 1080), (20, 150)
HUMAN = ((70, SHORT), (17, LONGER), (13, LONG))
TOOL_TURNS = 0.3


class BadReplay(ToneyError):
    """The sessions could not be played as they should."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played."""

    sessions: int = 5
    turns: int = 20
    seed: int = 1
    pauses: Pauses = "human"
    model: str = ROLES[Role.COACH].fallbacks[0]


@dataclass(frozen=True, slots=True)
class Replay:
    """What was asked: the requests before the first session, then those of each turn.

    `turns[session][turn]` holds the requests of a turn: the Coach's, then the Observer's; with the
    last turn of a session those of its end. `pauses[session][turn]` are the seconds before it.
    """

    plan: Plan
    onboarding: tuple[Asked, ...]
    turns: tuple[tuple[tuple[Asked, ...], ...], ...]
    pauses: tuple[tuple[float, ...], ...]


@dataclass(slots=True)
class Player:
    """Somebody who talks to an engine that is built and not started."""

    coaching: Coaching
    clock: StoryClock
    model: CountingLLM
    owner: UUID
    loop: JobLoop
    said: int = 0


async def play(plan: Plan, *, look: Callable[[Coaching], Awaitable[None]] | None = None) -> Replay:
    """Play the sessions in a database that is thrown away; `look` may read it at the end."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_in(
            Path(folder),
            coach_model=plan.model,
            interactions_per_day=plan.turns,
            cost_limit_usd_per_day=1000,
            strategist_batch=True,
        )
        migrations.upgrade(settings.database)
        clock = StoryClock(BEGINS)
        model = CountingLLM(settings, clock)
        coaching = bootstrap.build(settings, llm=model, clock=clock)
        await coaching.runner.start()
        try:
            replay = await _play(plan, coaching, clock, model)
            if look is not None:
                await look(coaching)
            return replay
        finally:
            await coaching.runner.stop()
            await coaching.db.close()


def pauses(many: int, kind: Pauses, rng: random.Random) -> list[float]:
    """Return seconds of silence, dealt from shuffled decks of a hundred."""
    shares = HUMAN if kind == "human" else ((DECK, BRISK),)
    dealt: list[float] = []
    while len(dealt) < many:
        deck = [rng.uniform(*span) for share, span in shares for _ in range(share)]
        rng.shuffle(deck)
        dealt += deck
    return dealt[:many]


async def _play(plan: Plan, coaching: Coaching, clock: StoryClock, model: CountingLLM) -> Replay:
    rng = random.Random(plan.seed)  # noqa: S311 - a replay, not a secret
    silences = pauses(plan.sessions * plan.turns, plan.pauses, rng)
    messages: list[str] = json.loads(MESSAGES.read_text("utf-8"))
    owner = await _arrive(coaching)
    player = Player(coaching, clock, model, owner, JobLoop(coaching, ALL_JOBS))
    await _work(player)
    first = _taken(model)
    talked: list[tuple[tuple[Asked, ...], ...]] = []
    waited: list[tuple[float, ...]] = []
    for session in range(plan.sessions):
        clock.move(BEGINS + (session + 1) * A_DAY - clock.now())
        mine = silences[session * plan.turns : (session + 1) * plan.turns]
        tools = _tool_turns(plan.turns, rng)
        turns: list[tuple[Asked, ...]] = []
        for turn, silence in enumerate(mine):
            clock.move(timedelta(seconds=silence))
            model.calls_a_tool = tools[turn]
            await _say(player, messages[player.said % len(messages)])
            if turn == plan.turns - 1:
                await _end(player)
            turns.append(_taken(model))
        talked.append(tuple(turns))
        waited.append(tuple(mine))
    return Replay(plan, first, tuple(talked), tuple(waited))


async def _arrive(coaching: Coaching) -> UUID:
    persona = read_rows(PERSONAS, ("answers",))[0]
    settings, now = coaching.settings, coaching.clock.now()
    async with coaching.db.system("cost replay", write=True) as s:
        guest = await accounts.start_guest(
            s, settings, time_zone="UTC", locale="en", address="replay", now=now
        )
    sent = onboarding.Submission(
        persona["answers"], persona["context"], persona["emotional_why"], {}
    )
    async with coaching.unit(guest.owner, write=True) as s:
        version = consent.text_version()
        await consent.give(s, guest.owner, text_version=version, settings=settings, at=now)
        await onboarding.submit(s, guest.owner, sent, at=now)
    return guest.owner


async def _say(player: Player, line: str) -> None:
    player.said += 1
    async with aclosing(
        take_turn(player.coaching, player.owner, line, f"m{player.said}")
    ) as events:
        async for _ in events:
            pass
    await _work(player)


async def _end(player: Player) -> None:
    async with player.coaching.unit(player.owner, write=True) as s:
        await sessions.end(s, player.owner, at=player.clock.now())
    await player.loop.run_due()
    # The briefing is in a batch: it is looked for again later.
    player.clock.move(LOOK_EVERY)
    await _work(player)


async def _work(player: Player) -> None:
    """Let the jobs run; one that failed would be paid for twice and missing from the talk."""
    await player.loop.run_due()
    async with player.coaching.db.system("cost replay") as s:
        counts = await jobs.counts(s)
    if not counts.keys() <= {JobStatus.DONE}:
        raise BadReplay(f"a job did not end well: {dict(counts)}")


def _tool_turns(turns: int, rng: random.Random) -> list[bool]:
    deck = [turn < round(TOOL_TURNS * turns) for turn in range(turns)]
    rng.shuffle(deck)
    return deck


def _taken(model: CountingLLM) -> tuple[Asked, ...]:
    taken, model.asked = tuple(model.asked), []
    return taken
