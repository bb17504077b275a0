"""Facts of a moment that a line may require (`requires` in the repertoire), each by name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline import features
from coaching.offline.lines import known
from coaching.offline.scene import SERIOUS_MODES
from coaching.offline.text import content_words, words

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.reading import Reading
    from coaching.offline.scene import Scene
    from coaching.values.context import PastMessage, WorkingContext

SHORTEST_FACT, SHORT_ANSWER, LONG = 3, 9, 12
LINKS = ("lk1", "lk2", "lk3", "lk4")
LOW_RATINGS = range(1, 6)
BRIGHT = frozenset(
    {"good", "comfort", "pause", "soft_answer", "own_treat", "received", "laughed", "slept", "air"}
    | {"less_now", "decided"}
)
AT_A_DISTANCE = frozenset({"keeps_light", "no_applause", "short_time"})
TOLD_WORDS, MOST_GUESSES, GUESSES_REST = 5, 2, 2
WEAK = frozenset({"feel", "say", "want", "com", "go", "stop", "sentir", "querer"})
_YOURS = ("your ", "tu ", "tus ")
_SPAN = re.compile(r"\b(?:since|ago|years?|months?|weeks|days|always|desde|años?|meses|siempre)\b")
_NIGHT = re.compile(r"\b(?:night|tonight|bed|sleep|late|noche|dormir|cama)\b")


@dataclass(frozen=True, slots=True)
class Source:
    """What a fact is read from."""

    ctx: WorkingContext
    scene: Scene
    reading: Reading


def facts_of(ctx: WorkingContext, scene: Scene, reading: Reading) -> frozenset[str]:
    """Return the names of all facts that hold."""
    source = Source(ctx, scene, reading)
    return frozenset(name for name, holds in FACTS.items() if holds(source))


def _is_kind(s: Source) -> bool:
    """Whether the message could be a kinder sentence: no fear, no but, no insult."""
    reading = s.reading
    dark = reading.feeling is not None and reading.feeling.family != "joy"
    doubts = reading.halves or reading.has("sustain") or reading.says("self_attack", "dont_know")
    return reading.has("kind") and not (dark or doubts or "minimise" in reading.themes)


def _is_plain_fact(s: Source) -> bool:
    """Whether a short message states something and holds neither feeling nor self nor a turn."""
    reading = s.reading
    is_bare = not (reading.feeling or reading.halves or reading.person or "?" in reading.text)
    is_short = SHORTEST_FACT <= reading.word_count <= SHORT_ANSWER
    family = reading.lexicon.people_one | reading.lexicon.people_many
    low = reading.lexicon.mid.sub("", reading.low)
    told = any(
        reading.lexicon.has(cue, low) for cue in ("self_told", "loaded", "sustain", "intent")
    )
    return is_bare and is_short and not (told or family & set(words(low)))


def _touches_why(s: Source) -> bool:
    why = content_words(s.ctx.person.emotional_why, s.reading.lexicon.stop)
    return bool(s.reading.content & why - WEAK) or bool(s.reading.wish)


def _is_bright(s: Source) -> bool:
    """Whether something in it went well, and no dark feeling is named with it."""
    family = _family(s)
    well = family == "joy" or s.reading.themes & BRIGHT or s.reading.says("good_news", "brave")
    return bool(well) and family in {"", "joy"} and "slip" not in s.reading.themes


def _is_told(s: Source) -> bool:
    """Whether they tell something of themselves that a guess about their tension may follow.

    It is a guess, so it comes seldom, not close upon another, and never where something serious is
    near.
    """
    reading = s.reading
    if reading.word_count < TOLD_WORDS or "?" in reading.text or reading.themes & AT_A_DISTANCE:
        return False
    serious = s.ctx.safety_recent or s.ctx.after_crisis or s.scene.was(SERIOUS_MODES)
    return reading.has("self_told") and not serious and _guesses_rest(s.scene)


def _quotes_why(reply: PastMessage) -> bool:
    return any("why" in entry.conditions.needs for entry in known(reply.template_ids))


def _guesses_rest(scene: Scene) -> bool:
    guessed = [_is_guess(reply.template_ids) for reply in scene.replies]
    return sum(guessed) < MOST_GUESSES and not any(guessed[-GUESSES_REST:])


def _is_guess(template_ids: tuple[str, ...]) -> bool:
    return any("told" in entry.conditions.requires for entry in known(template_ids))


def _is_new_noun(s: Source) -> bool:
    thing, said_before = s.reading.thing, " ".join(s.scene.said).lower()
    return thing is not None and words(thing.text)[-1] not in said_before


def _is_body_answer(s: Source) -> bool:
    feeling = s.reading.feeling
    return bool(s.reading.body) or (feeling is not None and feeling.family == "heavy")


def _family(s: Source) -> str:
    return s.reading.feeling.family if s.reading.feeling else ""


def _outcome(name: str) -> Callable[[Source], bool]:
    """A practice is reported now."""
    return lambda s: s.reading.says(name)


FACTS: dict[str, Callable[[Source], bool]] = {
    "body": lambda s: bool(s.reading.body),
    "body_answer": _is_body_answer,
    "body_unnamed": lambda s: not any(features.body(t, s.reading.lexicon) for t in s.scene.said),
    "bare_answer": lambda s: s.reading.word_count <= SHORT_ANSWER and s.reading.has("bare_answer"),
    "bright": _is_bright,
    "not_bright": lambda s: not _is_bright(s),
    "told": _is_told,
    "kind_answer": _is_kind,
    "plain_fact": _is_plain_fact,
    "irony": lambda s: s.reading.has("irony"),
    "unlinked": lambda s: not any(s.scene.used_ago(line) for line in LINKS),
    "not_sustain": lambda s: not (s.reading.has("sustain") or s.reading.says("sustain")),
    "plain_answer": lambda s: s.reading.halves is None and "?" not in s.reading.text,
    "long": lambda s: s.reading.word_count >= LONG,
    "low_rating": lambda s: s.reading.rating in LOW_RATINGS,
    "new_noun": _is_new_noun,
    "object": lambda s: s.reading.thing is not None and s.reading.thing.is_object,
    "openable": lambda s: s.reading.thing is not None and s.reading.thing.is_openable,
    "singular": lambda s: s.reading.thing is not None and not s.reading.thing.is_plural,
    "one_person": lambda s: s.reading.person is not None and not s.reading.person.is_plural,
    "own_person": lambda s: (
        s.reading.person is not None and s.reading.person.text.startswith(_YOURS)
    ),
    "no_face_yet": lambda s: not any("face" in text or "cara" in text for text in s.scene.said),
    "scene": lambda s: s.reading.has("scene"),
    "story": lambda s: s.reading.has("story") and not s.reading.has("intent", "sustain"),
    "sustain": lambda s: s.reading.says("sustain"),
    "not_timed": lambda s: not _SPAN.search(s.reading.low),
    "night": lambda s: bool(_NIGHT.search(s.reading.low)),
    "not_joy": lambda s: _family(s) != "joy",
    "not_dark": lambda s: _family(s) in {"", "joy"},
    "not_controlled": lambda s: "ctx_controlled" not in s.ctx.person.life_context,
    "why_unsaid": lambda s: not any(map(_quotes_why, s.scene.replies)),
    "touches_why": _touches_why,
    "practice:did": _outcome("did"),
    "practice:half": _outcome("half"),
    "practice:misfit": _outcome("misfit"),
}
