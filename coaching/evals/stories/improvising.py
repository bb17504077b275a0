"""A described person played by a model: in their role, holding back what they would hold back.

It is another model than the Coach's, so that nobody talks to themselves. What the last reply did
is read by rules and told to it. A line that it can't give is said by rules.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from coaching.agents.structured import ask
from coaching.errors import ToneyError
from coaching.evals.stories.speaking import by_rules, holds
from coaching.llm.port import Request
from coaching.values.chat import said_by_user
from coaching.values.context import ObserverContext
from coaching.values.enums import Role
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.evals.stories.form import Session, Story
    from coaching.evals.stories.played import Played, Said
    from coaching.evals.stories.speaking import Cast, Speaker
    from coaching.llm.port import LLM
    from coaching.settings import Settings

RULES = Path(__file__).with_name("player.md")
PLAYERS = ("claude-haiku-5-5", "claude-sonnet-5-5")
LONGEST = 12
READ = ("reflected", "questioned", "lectured", "affirmed")


class NextLine(BaseModel):
    """What they write next; `leaves` when it is their last message of this session."""

    text: str = Field(min_length=1, max_length=1200)
    leaves: bool = False


def settings_of_player(settings: Settings) -> Settings:
    """Return the settings with which the player's port is made: never the Coach's model."""
    model = next(model for model in PLAYERS if model != settings.coach_model)
    return settings.model_copy(update={"observer_model": model})


def by_model(llm: LLM) -> Cast:
    """Return a cast in which whoever is described is played by a model; written lines stay."""

    def speaker(story: Story, session: Session, before: Sequence[Played]) -> Speaker:
        rules = by_rules(story, session, before)
        return _Player(llm, story, session, before, rules) if story.part else rules

    return speaker


@dataclass(slots=True)
class _Player:
    llm: LLM
    story: Story
    session: Session
    before: Sequence[Played]
    rules: Speaker
    has_left: bool = False

    async def next_line(self, so_far: Sequence[Said]) -> str | None:
        if len(so_far) < len(self.session.lines):
            return await self.rules.next_line(so_far)
        if self.has_left or len(so_far) >= LONGEST:
            return None
        system = (SystemPromptBlock(RULES.read_text("utf-8")),)
        nothing = ObserverContext(previous_coach="", user="", coach="")
        request = Request(Role.OBSERVER, system, (said_by_user(self._scene(so_far)),), nothing)
        try:
            line = (await ask(self.llm, request, NextLine, book=None)).value
        except ToneyError:
            return await self.rules.next_line(so_far)
        self.has_left = line.leaves
        return line.text.strip()

    def _scene(self, so_far: Sequence[Said]) -> str:
        """Return the person, the session as it is meant, and what was said, as one text."""
        part, person = self.story.part, self.story.person
        known = {
            "name": person.name,
            "language": self.story.language,
            "voice": part.voice if part else "",
            "hidden matter": part.hidden if part else "",
            "whole arc": part.arc if part else "",
            "why they came": person.why,
            "beats of this session": list(
                dict.fromkeys(beat.about for beat in self.session.beats if beat.about)
            ),
        }
        earlier = [_talk(played.said) for played in self.before]
        done = [each for each in READ if holds(each, so_far[-1])]
        return "\n\n".join(
            [
                f"<person>\n{json.dumps(known, ensure_ascii=False, indent=1)}\n</person>",
                *(f"<earlier_session>\n{talk}\n</earlier_session>" for talk in earlier),
                f"<this_session>\n{_talk(so_far)}\n</this_session>",
                f"In the last reply the person was: {', '.join(done) or 'none of it'}.",
                "Write their next message.",
            ]
        )


def _talk(said: Sequence[Said]) -> str:
    return "\n".join(f"person: {each.person}\ncoach: {each.toney}" for each in said)
