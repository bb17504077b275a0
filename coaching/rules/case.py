"""What the rules look at: one person's file, with the newest evidence sorted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from coaching.content import load_onboarding, translated
from coaching.rules.parsed_message import Reading, read
from coaching.rules.wording import copy, of_tension, thought
from coaching.text.language import language_of
from coaching.text.lexicon import Lexicon, lexicon
from coaching.text.similarity import said_before
from coaching.text.words import plain
from coaching.values.enums import MemoryKind, SignalType, Trigger
from coaching.values.people import PATTERN_NOTE, doubt

if TYPE_CHECKING:
    from coaching.rules.wording import Table
    from coaching.values.context import CardView, PersonView, SignalView, StrategistContext

SURE = 0.85  # confidence of a signal whose words can be repeated
LIKELY = 0.8  # confidence of a signal that counts
FEW_ANSWERS = 4  # of the onboarding; a guess from these is said more carefully
SPARED = frozenset({"ctx_urgent", "ctx_controlled"})
UNSAID = "("
LONGEST_DOUBT = 24
"""Words of what they wrote about the first guess that a letter quotes."""
SENTENCES = frozenset({MemoryKind.DECISION, MemoryKind.COMMITMENT})


@dataclass(frozen=True)
class Case:
    """The file of one person for one run."""

    ctx: StrategistContext

    @property
    def person(self) -> PersonView:
        """The person."""
        return self.ctx.person

    @property
    def is_first(self) -> bool:
        """Return True if this is the run after the onboarding."""
        return self.ctx.trigger is Trigger.ONBOARDING

    @cached_property
    def copy(self) -> Table:
        """The sentences for their tension."""
        return of_tension(self.person.tension, self.language)

    @property
    def is_sketch(self) -> bool:
        """Return True if the onboarding was mostly left open, so that the habit is hardly known."""
        chosen = [text for name, text in self.person.answers.items() if name != PATTERN_NOTE]
        return 0 < sum(not answer.endswith("none") for answer in chosen) <= FEW_ANSWERS

    @property
    def doubt(self) -> str:
        """What they wrote about a tension that fits only in part, short enough to be quoted."""
        return thought(self._doubt, LONGEST_DOUBT)

    @property
    def _doubt(self) -> str:
        return doubt(self.person.answers, self.person.tension_source)

    @property
    def habit(self) -> str:
        """The tension to tell of; `partly` or `nobody` where it would be a wrong claim."""
        if self.doubt:
            return "partly"
        is_known = self.person.tension and not self.is_sketch and not self._doubt
        return self.person.tension.value if self.person.tension and is_known else "nobody"

    @property
    def sure_copy(self) -> Table:
        """The sentences for their tension; nobody's in particular where it fits only in part."""
        is_sure = self.habit not in {"partly", "nobody"}
        return self.copy if is_sure else of_tension(None, self.language)

    @property
    def told_contexts(self) -> list[str]:
        """Their circumstances; where somebody controls the money, nothing about the couple."""
        told = self.person.life_context
        return [name for name in told if name != "ctx_partner" or "ctx_controlled" not in told]

    @property
    def probe(self) -> str:
        """The question that belongs to the guess; people in need or in danger are spared it."""
        if not SPARED.isdisjoint(self.person.life_context):
            return ""
        over = self.ctx.tried(self.ctx.findings.guess)
        rules = {rule.id: rule for rule in load_onboarding().hypothesis.rules}
        named = (rules[name] for name in self.person.hypothesis_rules if name in rules)
        probes = (
            self.in_theirs(rule.probe)
            for rule in named
            if not said_before(self.in_theirs(rule.text), over)
        )
        return next(probes, "")

    @property
    def guess_before(self) -> str:
        """The guess until now, in the words of the briefing before."""
        if self.ctx.guess is not None:
            return self.ctx.guess.text
        before = self.ctx.previous_briefing
        return before.hypothesis if before else ""

    def in_theirs(self, english: str) -> str:
        """Return a sentence of the content files in their language."""
        return translated(self.language, english)

    @property
    def seed(self) -> str:
        """What picks among wordings: who they are, not when we look."""
        person = self.person
        return f"{person.name}|{person.tension}|{person.emotional_why}|{person.tone}"

    @cached_property
    def signals(self) -> tuple[SignalView, ...]:
        """The signals of the last session, oldest first."""
        return tuple(sorted(self.ctx.signals, key=lambda signal: signal.created_at))

    def of(self, kind: SignalType, *, least: float = 0.0) -> list[SignalView]:
        """Return the signals of one kind, oldest first."""
        return [s for s in self.signals if s.signal_type is kind and s.confidence >= least]

    @cached_property
    def said(self) -> tuple[str, ...]:
        """What the person said in the last session, without crisis messages."""
        lines = (line.text for line in self.ctx.transcript if line.role == "user")
        return tuple(text for text in lines if not text.startswith(UNSAID))

    @cached_property
    def language(self) -> str:
        """The language they write."""
        newest = (*reversed(self.said), self.person.emotional_why)
        return language_of(newest, self.person.language)

    @property
    def told(self) -> Table:
        """What is said to them, in that language."""
        return copy(self.language)

    @property
    def labels(self) -> dict[str, str]:
        """Small pieces of sentences in that language."""
        return self.told["labels"]

    @property
    def lexicon(self) -> Lexicon:
        """The words of that language."""
        return lexicon(self.language)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """What they said, read."""
        return tuple(read(text, self.language) for text in self.said)

    @cached_property
    def focus(self) -> CardView | None:
        """The focus card."""
        return next((c for c in self.ctx.cards if c.is_focus and not c.graduated_at), None)

    @cached_property
    def own_cards(self) -> tuple[CardView, ...]:
        """Other cards that are still in the list, newest first; none that doesn't fit them."""
        others = [c for c in self.ctx.cards if not (c.is_focus or c.graduated_at or c.misfit_on)]
        return tuple(sorted(others, key=lambda card: card.created_at, reverse=True))

    @property
    def newest_sentence(self) -> str:
        """The person's sentence to continue with: insight, practice, decision, then feeling."""
        for kind in (SignalType.BREAKTHROUGH, SignalType.PRACTICE_CHECKIN):
            found = [s.quote for s in self.of(kind, least=SURE - 0.2) if s.quote]
            if found:
                return found[-1]
        memories = [m.quote for m in self.ctx.memories if m.quote and m.kind in SENTENCES]
        feelings = [s.quote for s in self.of(SignalType.EMOTIONAL) if s.quote]
        return (memories or feelings or [""])[-1]

    @cached_property
    def event(self) -> SignalView | None:
        """A major life event of the last session."""
        found = [s for s in self.of(SignalType.TOPIC_SHIFT) if s.urgency_flag]
        return found[-1] if found else None

    def says(self, mode: str) -> list[str]:
        """Return the person's lines that fit a pattern of the coach's."""
        return [
            text for text, heard in zip(self.said, self.readings, strict=True) if heard.says(mode)
        ]

    def sees(self, pattern: str) -> list[str]:
        """Return the person's lines that fit an Observer pattern."""
        pairs = zip(self.said, self.readings, strict=True)
        return [text for text, heard in pairs if heard.lexicon.sees(pattern, plain(text))]
