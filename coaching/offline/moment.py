"""One turn as the rules see it: message, person, session, and the facts of the moment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline import features
from coaching.offline.languages import language_of
from coaching.offline.observer.signals import kinds_in
from coaching.offline.reading import Reading, read
from coaching.offline.scene import Scene, scene
from coaching.offline.text import content_words, words
from coaching.values.enums import Depth, SafetyLevel, Stage, Tension

if TYPE_CHECKING:
    from coaching.values.context import PersonView, WorkingContext

GENTLEST_AFTER_SAFETY = 4.0
SHORT_ANSWER, LONG = 9, 12
WEAK = frozenset({"feel", "say", "want", "com", "go", "stop", "sentir", "querer"})
RECENT = 3
PRACTICE_OUTCOMES = ("did", "half", "misfit")
_NIGHT = re.compile(r"\b(?:night|tonight|bed|sleep|late|noche|dormir|cama)\b")


@dataclass(frozen=True, slots=True)
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
    def is_safe(self) -> bool:
        """Whether the screen found nothing in this message."""
        return self.ctx.safety.level is SafetyLevel.NONE


def moment(ctx: WorkingContext) -> Moment:
    """Read one turn."""
    so_far = scene(ctx)
    newest = (ctx.message, *reversed(so_far.said[-RECENT:]))
    language = language_of(newest, ctx.person.language)
    reading = read(ctx.message, language, scale_asked=so_far.scale_asked)
    before = so_far.last.text if so_far.last else ""
    return Moment(
        ctx=ctx,
        scene=so_far,
        reading=reading,
        language=language,
        facts=_facts(ctx, so_far, reading),
        signals=frozenset(kinds_in(before, reading)),
    )


def _is_kind(reading: Reading) -> bool:
    """Whether the message could be a kinder sentence: no fear, no but, no insult."""
    dark = reading.feeling is not None and reading.feeling.family != "joy"
    doubts = reading.halves or reading.has("sustain") or reading.says("self_attack", "dont_know")
    return reading.has("kind") and not (dark or doubts or "minimise" in reading.themes)


def _facts(ctx: WorkingContext, so_far: Scene, reading: Reading) -> frozenset[str]:
    thing, person, feeling = reading.thing, reading.person, reading.feeling
    words_of = reading.lexicon
    why = content_words(ctx.person.emotional_why, words_of.stop)
    said_before = " ".join(so_far.said).lower()
    held = {
        "detail": reading.has("detail"),
        "body": bool(reading.body),
        "low_rating": reading.rating in range(1, 6),
        "story": reading.has("story") and not reading.has("intent", "sustain"),
        "not_controlled": "ctx_controlled" not in ctx.person.life_context,
        "openable": thing is not None and thing.is_openable,
        "object": thing is not None and thing.is_object,
        "singular": thing is not None and not thing.is_plural,
        "new_noun": thing is not None and words(thing.text)[-1] not in said_before,
        "one_person": person is not None and not person.is_plural,
        "own_person": person is not None and person.text.startswith(("your ", "tu ", "tus ")),
        "scene": reading.has("scene"),
        "not_joy": feeling is None or feeling.family != "joy",
        "not_dark": feeling is None or feeling.family == "joy",
        "bare_answer": reading.word_count <= SHORT_ANSWER and reading.has("bare_answer"),
        "long": reading.word_count >= LONG,
        "no_face_yet": not any("face" in text or "cara" in text for text in so_far.said),
        "touches_why": bool(reading.content & why - WEAK) or bool(reading.wish),
        "plain_answer": reading.halves is None and "?" not in reading.text,
        "kind_answer": _is_kind(reading),
        "body_answer": bool(reading.body) or (feeling is not None and feeling.family == "heavy"),
        "body_unnamed": not any(features.body(text, words_of) for text in so_far.said),
        "night": bool(_NIGHT.search(reading.low)),
    }
    for outcome in PRACTICE_OUTCOMES:
        held[f"practice:{outcome}"] = (
            reading.says(outcome) or f"practice_{outcome}" == so_far.last_mode
        )
    return frozenset(name for name, holds in held.items() if holds)
