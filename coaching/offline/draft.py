"""A reply while it is put together, within the limits of voice.md 6.4.

One mirror, one question, a fresh opening, not too long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import may_ask
from coaching.offline import lines
from coaching.offline.candidates import Line, candidates, score
from coaching.offline.text import words
from coaching.values.enums import Depth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.content import Entry
    from coaching.offline.keeping import Keep
    from coaching.offline.moment import Moment
    from coaching.offline.steps import Step
    from coaching.values.context import PendingOffer

WORKING_MAX, QUESTION_RUN, SAME_KIND_RUN = 90, 2, 2
REFLECTIONS = ("reflection_simple", "reflection_double")
MEANINGS = ("reflection_complex", "reflection_double", "autonomy")
QUIET_LINES = ("bl2", "gf3", "au02", "au04", "au03")
SAID_BACK = ("ec01", "ec02", "ec04", "ec10", "ec06", "ec11", "fb1", "fb2", "fb3")
SKIPPED_STEP = 1.2
ON_DEMAND = frozenset({"au04", "au05", "qpl1", "qpl2", "qpl3", "qu04", "rd09"})
FORWARD = ("acknowledge", "watch", "ask", "rewire")
FOLLOWING = ("follow", "evoke", "affirm_how", "chain", "engage", "choose")
LATER = ("restart", "keep", "generalise")
OPEN_STEPS = (*FORWARD, *FOLLOWING, *LATER)


class Draft:
    """Lines in order, and what is offered with them."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.lines: list[Line] = []
        self.pending: PendingOffer | None = None
        self.keep: Keep | None = None

    @property
    def text(self) -> str:
        """The reply so far."""
        return " ".join(line.text for line in self.lines)

    @property
    def ids(self) -> tuple[str, ...]:
        """The lines so far, by id."""
        return tuple(line.entry.id for line in self.lines)

    @property
    def has_question(self) -> bool:
        """Whether it asks something already."""
        return "?" in self.text

    @property
    def may_ask(self) -> bool:
        """Whether one question is still allowed."""
        scene = self.moment.scene
        return not (
            self.has_question or scene.must_stay_quiet or scene.question_run >= QUESTION_RUN
        )

    def say(self, *modes: str) -> bool:
        """Add the best line of these modes; return whether there was one."""
        return self.add_first(candidates(lines.in_modes(*modes), self.moment))

    def reflect(self, *kinds: str) -> bool:
        """Add the best reflection of what was said: one that holds something of theirs."""
        found = candidates(lines.of_kinds(*(kinds or REFLECTIONS)), self.moment)
        return self.add_first(
            line
            for line in found
            if (kinds or line.entry.conditions.needs) and line.entry.id not in ON_DEMAND
        )

    def say_back(self) -> bool:
        """Add their message from this side, or a quote of it, and nothing around it."""
        return self.line(*SAID_BACK)

    def deepen(self, *kinds: str) -> bool:
        """Add a line of meaning; a mirrored clause is not mirrored twice."""
        found = candidates(lines.of_kinds(*(kinds or MEANINGS)), self.moment)
        return self.add_first(line for line in found if line.entry.id not in ON_DEMAND)

    def ask(self, *steps: str) -> bool:
        """Add one question when one is due; steps of the practice go forward only."""
        if not self.may_ask:
            return False
        found = candidates(lines.of_kinds("question"), self.moment)
        due = [line for line in found if self._is_due(line.entry, steps)]
        return self.add_first(sorted(due, key=lambda line: self._distance(line.entry)))

    def line(self, *ids: str) -> bool:
        """Add the first of these lines, in this order, that may be said."""
        options = candidates(lines.known(ids), self.moment)
        return self.add_first(sorted(options, key=lambda line: ids.index(line.entry.id)))

    def put(self, entry_id: str, **values: str) -> bool:
        """Add one line with its slots given; it may repeat."""
        (entry,) = lines.known((entry_id,))
        text = entry.say(self.moment.language)
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        self.lines.append(Line(entry, text))
        return True

    def first(self, *steps: Step) -> bool:
        """Take the first of these steps that says something."""
        return any(step(self) for step in steps)

    def fallback(self) -> bool:
        """Never be empty: a quiet line, else the person's own words."""
        if self.line(*QUIET_LINES):
            return True
        reading = self.moment.reading
        if reading.echo:
            return self.put("ec01", Echo=reading.echo)
        return self.put("fb2", quote=reading.quote) if reading.quote else self.put("bl1")

    def add_first(self, options: Iterable[Line]) -> bool:
        """Add the first line that the limits allow."""
        for line in options:
            if self._allows(line):
                self.lines.append(line)
                return True
        return False

    def _allows(self, line: Line) -> bool:
        if any(line.entry.id == other.entry.id for other in self.lines):
            return False
        if self.lines and line.text.startswith("So ") and self.text.startswith("So "):
            return False
        if line.entry.question and (self.has_question or not self.may_ask):
            return False
        if line.mirrors and any(other.mirrors for other in self.lines):
            return False
        if len(words(self.text)) + len(words(line.text)) > WORKING_MAX:
            return False
        return bool(self.lines) or self.opens_fresh(line)

    def opens_fresh(self, line: Line) -> bool:
        """Whether a reply may begin with this line."""
        scene = self.moment.scene
        if line.opening in scene.openings:
            return False
        kind = opening_kind(line.entry)
        recent = [lines.known(reply.template_ids[:1]) for reply in scene.replies[-SAME_KIND_RUN:]]
        kinds = [opening_kind(found[0]) for found in recent if found]
        return kind == "other" or kinds.count(kind) < SAME_KIND_RUN

    def _is_due(self, entry: Entry, steps: tuple[str, ...]) -> bool:
        step = entry.conditions.aware_step
        asked = self.moment.scene.steps_asked
        if step not in (steps or OPEN_STEPS) or (not steps and entry.id in ON_DEMAND):
            return False
        if not may_ask(self.moment.stage, step):
            return False
        if step == "ask" and self.moment.depth is Depth.LIGHT:
            return False
        if step not in FORWARD:
            return True
        if step == "watch" and ("watch" in asked or not self._body_is_new):
            return False
        return FORWARD.index(step) >= self._furthest()

    @property
    def _body_is_new(self) -> bool:
        """The body is asked for once, and not after they have named a place themselves."""
        return "body_unnamed" in self.moment.facts and not self.moment.reading.body

    def _furthest(self) -> int:
        asked = self.moment.scene.steps_asked
        return max((FORWARD.index(name) for name in asked if name in FORWARD), default=0)

    def _distance(self, entry: Entry) -> float:
        """How bad a question is now: the best fitting first, no step of the practice skipped."""
        step = entry.conditions.aware_step
        ahead = max(0, FORWARD.index(step) - self._furthest()) if step in FORWARD else 0
        return SKIPPED_STEP * ahead - score(entry, self.moment)


def opening_kind(entry: Entry) -> str:
    """Return how a line opens: with a quote, with their clause said back, or otherwise."""
    text = entry.text["en"]
    if text.startswith("“{quote}"):
        return "quote"
    return "echo" if text.startswith("{Echo}") else "other"
