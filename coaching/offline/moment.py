"""One turn as the rules see it: message, person, session, and the facts of the moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from coaching.offline.facts import facts_of
from coaching.offline.languages import language_of
from coaching.offline.observer.signals import kinds_in
from coaching.offline.reading import Reading, read
from coaching.offline.scene import Scene, scene
from coaching.offline.slots import slots
from coaching.values.enums import Depth, SafetyLevel, Stage, Tension

if TYPE_CHECKING:
    from coaching.values.context import PersonView, WorkingContext

GENTLEST_AFTER_SAFETY = 4.0


@dataclass(frozen=True)
class Moment:
    """Everything the rules may ask about."""

    ctx: WorkingContext
    scene: Scene
    reading: Reading
    language: str
    facts: frozenset[str]
    signals: frozenset[str]

    @property
    def person(self) -> PersonView:
        """The person."""
        return self.ctx.person

    @property
    def tension(self) -> Tension | None:
        """The lead tension."""
        return self.ctx.person.tension

    @property
    def stage(self) -> Stage:
        """The stage of change."""
        return self.ctx.person.stage

    @property
    def tone(self) -> float:
        """The effective tone; gentle after a safety event."""
        tone = self.ctx.person.tone
        return min(tone, GENTLEST_AFTER_SAFETY) if self.ctx.safety_recent else tone

    @property
    def depth(self) -> Depth:
        """How deep; never deep in the first session or after an urgent one."""
        chosen = self.ctx.person.depth
        careful = self.ctx.session_number <= 1 or self.ctx.last_session_urgent
        return Depth.BALANCED if chosen is Depth.DEEP and careful else chosen

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is offered now: a crisis lies less than two days back."""
        return self.ctx.safety_recent

    @cached_property
    def about(self) -> frozenset[str]:
        """What the message is about: its themes, and the family of the feeling in it."""
        feeling = self.reading.feeling
        return self.reading.themes | {feeling.family} if feeling else self.reading.themes

    @cached_property
    def values(self) -> dict[str, str]:
        """What fills the slots of lines now."""
        return slots(self)

    @property
    def is_safe(self) -> bool:
        """Whether the screen found nothing in this message."""
        return self.ctx.safety.level is SafetyLevel.NONE


def moment(ctx: WorkingContext) -> Moment:
    """Read one turn."""
    so_far = scene(ctx)
    language = language_of(
        (ctx.message, *reversed(so_far.said), ctx.person.emotional_why), ctx.person.language
    )
    reading = read(ctx.message, language, scale_asked=so_far.scale_asked)
    before = so_far.last.text if so_far.last else ""
    return Moment(
        ctx=ctx,
        scene=so_far,
        reading=reading,
        language=language,
        facts=facts_of(ctx, so_far, reading),
        signals=frozenset(kinds_in(before, reading)),
    )
