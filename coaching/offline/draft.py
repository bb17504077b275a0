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
    from collections.abc import Iterable, Mapping

    from coaching.content import Entry
    from coaching.offline.keeping import Keep
    from coaching.offline.moment import Moment
    from coaching.offline.steps import Step
    from coaching.values.context import PendingOffer

WORKING_MAX, QUESTION_RUN, SAME_KIND_RUN = 90, 2, 2
REFLECTIONS = ("reflection_simple", "reflection_double")
MEANINGS = ("reflection_complex", "reflection_double", "autonomy")
QUIET_MODES = ("leave_it", "silence")
SAID_BACK = ("ec01", "ec02", "ec04", "ec10", "ec06", "ec11", "fb1", "fb2", "fb3")
PIECES = ("pt01", "pt20", "nb1", "nb2", "nb3", "nb4")
SHORT_ECHO, FILLER = 8, 1.5
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

    def say_unheard(self, mode: str) -> bool:
        """Add the best line of a mode that has not been said of late, in any session."""
        found = candidates(lines.in_modes(mode), self.moment)
        heard = self.moment.scene.rested
        return self.add_first(line for line in found if not heard(line.entry.id))

    def reflect(self, *kinds: str) -> bool:
        """Add the best reflection of what was said: one that holds something of theirs."""
        found = candidates(lines.of_kinds(*(kinds or REFLECTIONS)), self.moment)
        return self.add_first(
            line
            for line in found
            if (kinds or line.entry.conditions.needs or line.entry.conditions.requires)
            and line.entry.id not in ON_DEMAND
            and self._is_short_enough(line)
        )

    def piece(self) -> bool:
        """Add a piece of their message and next to nothing around it, in their tone."""
        return self.add_first(candidates(lines.known(PIECES), self.moment))

    def say_back(self) -> bool:
        """Add their message from this side, or a quote of it, and nothing around it."""
        return self.line(*SAID_BACK)

    def deepen(self, *kinds: str) -> bool:
        """Add a line of meaning that has to do with this message; one that fits all fits none."""
        return self.add_first(self._meanings(*(kinds or MEANINGS)))

    def meaning(self) -> Line | None:
        """Return the line of meaning that a reply without one would get."""
        return next(iter(self._meanings(*MEANINGS)), None)

    def _meanings(self, *kinds: str) -> list[Line]:
        found = candidates(lines.of_kinds(*kinds), self.moment)
        return [
            line
            for line in found
            if line.entry.id not in ON_DEMAND and score(line.entry, self.moment) >= FILLER
        ]

    def leave_it(self) -> bool:
        """Add a line that asks and adds nothing."""
        return self.say(*QUIET_MODES)

    def ask(self, *steps: str) -> bool:
        """Add one question when one is due; steps of the practice go forward only."""
        if not self.may_ask:
            return False
        found = candidates(lines.of_kinds("question"), self.moment)
        due = [line for line in found if self._is_due(line.entry, steps)]
        return self.add_first(sorted(due, key=lambda line: self._distance(line.entry)))

    def line(self, *ids: str) -> bool:
        """Add the first of these lines, in this order, that may be said; what has rested first."""
        options = candidates(lines.known(ids), self.moment)
        rested = self.moment.scene.rested

        def turn(line: Line) -> tuple[bool, int]:
            return rested(line.entry.id) > 0, ids.index(line.entry.id)

        return self.add_first(sorted(options, key=turn))

    def put(self, entry_id: str, **values: str) -> bool:
        """Add one line with its slots given; it may repeat."""
        (entry,) = lines.known((entry_id,))
        self.lines.append(Line(entry, self._filled(entry, values)))
        return True

    def put_rested(self, mode: str, **values: str) -> None:
        """Add the line of a mode that has rested longest, with its slots given."""
        entries = (e for e in lines.in_modes(mode) if e.is_said_in(self.moment.language))
        found = [(entry, self._filled(entry, values)) for entry in entries]
        fresh = [line for entry, text in found if self.opens_fresh(line := Line(entry, text))]
        rested = fresh or [Line(entry, text) for entry, text in found]
        self.lines.append(min(rested, key=lambda line: self.moment.scene.wear(line.entry.id)))

    def _filled(self, entry: Entry, values: Mapping[str, str]) -> str:
        text = entry.say(self.moment.language)
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def first(self, *steps: Step) -> bool:
        """Take the first of these steps that says something."""
        return any(step(self) for step in steps)

    def fallback(self) -> bool:
        """Never be empty: a quiet line, else the person's own words."""
        if self.leave_it():
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

    def _is_short_enough(self, line: Line) -> bool:
        """A clause is said back whole when it is short, and not in two replies running."""
        if opening_kind(line.entry) != "echo":
            return True
        last = self.moment.scene.last
        opened = lines.known(last.template_ids[:1]) if last else []
        echoed = any(opening_kind(entry) == "echo" for entry in opened)
        return not echoed and len(words(self.moment.reading.echo)) <= SHORT_ECHO

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
        if not (steps or self._is_tied(entry)) or not may_ask(self.moment.stage, step):
            return False
        if step == "ask" and self.moment.depth is Depth.LIGHT:
            return False
        if step not in FORWARD:
            return True
        if step == "watch" and ("watch" in asked or not self._body_is_new):
            return False
        return FORWARD.index(step) >= self._furthest()

    def _is_tied(self, entry: Entry) -> bool:
        """A question has to do with this message, or there is feeling in it to ask after."""
        wanted = entry.conditions
        own = set(wanted.needs) or wanted.theme or wanted.after or wanted.feelings
        return bool(own) or "story" in wanted.requires or "emotional" in self.moment.signals

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
    """Return how a line opens: with a quote, a piece or a whole clause of theirs, or otherwise."""
    needs = set(entry.conditions.needs)
    if needs & {"Echo", "echo"}:
        return "echo"
    if "Bit" in needs:
        return "piece"
    return "quote" if entry.main.startswith(("“{quote}", "«{quote}")) else "other"
