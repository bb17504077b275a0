"""Plays a story against an engine whose clock it moves, and keeps everything that comes of it.

Jobs run when it says so, one step at a time, so that the same story is played the same way each
time. The engine is built, not started: nothing but the runner works beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from coaching.conversation import open_door, take_turn
from coaching.conversation.opening import LATELY
from coaching.evals.stories import drafts
from coaching.evals.stories.behind import behind
from coaching.evals.stories.form import BadStory, Story
from coaching.evals.stories.noting import Notebook, Noted
from coaching.evals.stories.played import Done, Played, Said, Told
from coaching.evals.stories.thoughts import thoughts
from coaching.jobs import ALL_JOBS, sweep
from coaching.jobs.loop import JobLoop
from coaching.repositories import conversations, jobs, tool_calls
from coaching.services import (
    doors,
    focus,
    insight,
    memories,
    sessions,
)
from coaching.simulator.personas import Persona
from coaching.simulator.space import arrive
from coaching.values.enums import JobStatus, Verdict
from coaching.values.events import Safety, TurnDone, TurnError, TurnStarted

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.evals.stories.form import Correction, Deed, Session
    from coaching.services.sessions import Closing

TYPING = timedelta(minutes=2)
PAST_THE_GAP = timedelta(minutes=30)
HOUR_OF_DEEDS = 19
NOT_THERE = "not there"
"""What a deed is about may be missing with another coach: it is told, and the story goes on."""
KEPT = {"save_card": "kept as a card", "save_win": "kept as a win"}


async def play(coaching: Coaching, clock: FrozenClock, story: Story) -> Told:
    """Live a story from the onboarding to the end of its last session."""
    player = _Player(coaching, clock, story)
    await coaching.runner.start()
    try:
        first = await player.arrive()
        for session in story.sessions:
            player.lived.append(await player.live(session))
        return Told(story, first, tuple(player.lived))
    finally:
        await coaching.runner.stop()


@dataclass(slots=True)
class _Player:
    coaching: Coaching
    clock: FrozenClock
    story: Story
    lived: list[Played] = field(default_factory=list[Played])
    owner: UUID = field(init=False)
    notebook: Notebook = field(init=False)
    loop: JobLoop = field(init=False)
    day: datetime = field(init=False)
    count: int = 0

    async def arrive(self) -> Noted:
        """Go through the onboarding and wait for the first briefing."""
        self.loop, self.day = JobLoop(self.coaching, ALL_JOBS), self.story.begins
        person = self.story.person
        persona = Persona(
            self.story.id,
            person.name,
            person.about,
            person.answers,
            person.why,
            person.context,
            person.style,
            self.story.language,
        )
        self.owner = await arrive(self.coaching, persona, now=self.clock.now())
        self.notebook = Notebook(self.owner)
        return await self._look()

    async def live(self, session: Session) -> Played:
        """Do what lies before a session, talk, and let it end."""
        before = [await self._do(deed) for deed in session.before]
        noted = await self._look()
        self.day += timedelta(days=session.days)
        self._go_to(self.day.replace(hour=session.hour, minute=10))
        began = self.clock.now()
        door = await self._enter(session.door) if session.door is not None else ""
        said: list[Said] = []
        for line in session.lines:
            exchange = await self._say(line, session, [one.person for one in said])
            noted += await self._look()
            if len(said) + 1 == session.off_track_after:
                replies = [one.toney for one in [*said, exchange][-LATELY:]]
                exchange = replace(exchange, put_down=await self._off_track(replies))
            said.append(exchange)
        at_once = await self._end(session)
        noted += await self._look()
        left = await self._closing()
        return Played(
            number=left.session_number,
            at=began,
            before=tuple(before),
            door=door,
            said=tuple(said),
            ends=session.ends,
            closing=left.note,
            closing_at_once=at_once,
            noted=noted,
            block=await self._block(),
            thinks=await thoughts(self.coaching, self.owner, self.clock.now()),
        )

    async def _look(self) -> Noted:
        """Let the jobs run; one of the offline coach that fails is a bug, of a model it is life."""
        await self.loop.run_due()
        async with self.coaching.db.system("story") as s:
            has_failed = bool((await jobs.counts(s)).get(JobStatus.FAILED))
            if has_failed and self.coaching.llm is self.coaching.offline:
                raise BadStory(f"{self.story.id}: a job has failed, see the log")
        async with self.coaching.unit(self.owner) as s:
            return await self.notebook.look(s)

    async def _do(self, deed: Deed) -> Done:
        day = self.day + timedelta(days=deed.days)
        self._go_to(day.replace(hour=HOUR_OF_DEEDS, minute=0))
        now = self.clock.now()
        async with self.coaching.unit(self.owner, write=True) as s:
            if deed.card and await focus.current(s, self.owner, at=now) is None:
                return Done(now, NOT_THERE, "the card")
            if deed.card == "done":
                await focus.complete(s, self.owner, at=now, reflection=deed.words)
                return Done(now, "did it", deed.words)
            if deed.card == "not_today":
                await focus.skip(s, self.owner, at=now, reflection=deed.words)
                return Done(now, "not today", deed.words)
            if deed.not_true is not None:
                said = await self._correct(deed.not_true, now)
                return Done(now, "not true" if said else NOT_THERE, said or deed.not_true.section)
            asking = await memories.waiting(s, self.owner, at=now)
            asked = next((row for row in asking if deed.allows in row.content), None)
            if asked is None:
                return Done(now, NOT_THERE, deed.allows)
            await memories.allow(s, self.owner, asked.id, at=now)
            return Done(now, "may be kept", asked.content)

    async def _correct(self, correction: Correction, now: datetime) -> str:
        async with self.coaching.unit(self.owner, write=True) as s:
            page = await insight.page(s, self.owner, at=now)
            there = [item for item in page.items if item.section == correction.section]
            item = next((item for item in there if correction.has in item.text), None)
            if item is None:
                return ""
            await insight.correct(s, self.owner, item.id, Verdict.NOT_TRUE, at=now)
        return item.text

    async def _enter(self, place: int) -> str:
        now, gap = self.clock.now(), timedelta(hours=self.coaching.settings.session_gap_hours)
        async with self.coaching.unit(self.owner) as s:
            offered = await doors.offered(s, self.owner, at=now, gap=gap)
        if place >= len(offered):
            return ""
        opened = await open_door(self.coaching, self.owner, offered[place].id)
        return f"{offered[place].title}\n{opened.text}"

    async def _say(self, line: str, session: Session, before: list[str]) -> Said:
        self.clock.move(TYPING)
        self.count += 1
        shown, turn_id, done = "", None, None
        async for event in take_turn(self.coaching, self.owner, line, f"{self.count}"):
            match event:
                case TurnStarted():
                    turn_id = event.turn_id
                case Safety():
                    shown = event.message
                case TurnDone():
                    done = event
                case TurnError():
                    raise BadStory(f"{self.story.id}: “{line}” got no reply: {event.error}")
                case _:
                    pass
        if done is None or turn_id is None:
            raise BadStory(f"{self.story.id}: “{line}” got no reply")
        async with self.coaching.unit(self.owner) as s:
            calls = await tool_calls.of_turn(s, self.owner, turn_id)
            lay = await behind(s, self.owner, turn_id)
        kept = tuple(f"{KEPT.get(call.name, call.name)}: {_outcome(call.result)}" for call in calls)
        if done.proposal_id is not None:
            answer = drafts.answer_to(session, drafts.given_in(lay), [*before, line])
            await drafts.decide(self.coaching, self.owner, done.proposal_id, answer)
            lay, kept = drafts.noted(lay, kept, answer)
        return Said(line, done.text, shown, kept, done.model, behind=lay)

    async def _off_track(self, replies: list[str]) -> str:
        now = self.clock.now()
        async with self.coaching.unit(self.owner, write=True) as s:
            return await insight.off_track(s, self.owner, replies, at=now)

    async def _end(self, session: Session) -> str:
        """Say that it is enough, or stay away; return the closing as it is there at once."""
        if session.ends == "by_person":
            async with self.coaching.unit(self.owner, write=True) as s:
                return (await sessions.end(s, self.owner, at=self.clock.now())).note
        self.clock.move(timedelta(hours=self.coaching.settings.session_gap_hours) + PAST_THE_GAP)
        await sweep.run(self.coaching)
        return (await self._closing()).note

    async def _block(self) -> str:
        async with self.coaching.unit(self.owner) as s:
            (newest,) = await conversations.for_user(s, self.owner, limit=1)
            return str(newest.prompt.get("block", ""))

    async def _closing(self) -> Closing:
        async with self.coaching.unit(self.owner) as s:
            (newest,) = await conversations.for_user(s, self.owner, limit=1)
            return sessions.closing_of(newest)

    def _go_to(self, at: datetime) -> None:
        here = self.clock.now()
        if at < here:
            raise BadStory(f"{self.story.id}: {at:%d %B, %H:%M} is over already")
        self.clock.move(at - here)


def _outcome(result: dict[str, Any]) -> str:
    title = result.get("data", {}).get("title")
    return str(result.get("detail") or title or "not saved")
