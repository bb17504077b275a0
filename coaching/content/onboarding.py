"""The onboarding as data: nine questions, hypothesis rules, style quiz.

The English words stay beside what they score; a translation is a line `content.<id>` in the
catalogue of its language (`localised` in catalogue.py), so that a second language is one file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from functools import cache
from typing import Literal

from coaching.content.reading import BrokenContent, data_file, read, record, require_unique
from coaching.content.tensions import ALL_TENSIONS
from coaching.values.enums import Depth, LearningStyle, Lens, SafetyLevel, Tension

LEAD_POINTS = 3
SECOND_POINTS = 1
LEADS_PER_TENSION = 6
FILE = "onboarding.json"


@record
class Option:
    """One answer; `primary` is the tension it leads to, None for 'none of these' and contexts."""

    id: str
    text: str
    primary: Tension | None = None
    scores: dict[Tension, int] = field(default_factory=dict[Tension, int])

    def __post_init__(self) -> None:
        expected = [LEAD_POINTS, SECOND_POINTS] if self.primary else []
        if sorted(self.scores.values(), reverse=True) != expected:
            raise ValueError(f"scores {self.scores} are not one lead and one second tension")
        if self.primary and self.scores.get(self.primary) != LEAD_POINTS:
            raise ValueError("the primary tension is not the lead")


@record
class SafetyEffect:
    """Effect of a chosen life context on safety."""

    level: SafetyLevel
    category: str


@record
class Question:
    """One screen of the questions step."""

    id: str
    kind: Literal["single", "multi", "text"]
    scored: bool
    prompt: str
    help: str | None
    options: tuple[Option, ...] = ()
    effects: dict[str, SafetyEffect] = field(default_factory=dict[str, SafetyEffect])
    max: int | None = None
    max_chars: int | None = None
    optional: bool = True
    placeholder: str = ""
    skip_label: str = ""

    def option(self, id_: object) -> Option | None:
        """Return the option with this id, or None."""
        return next((option for option in self.options if option.id == id_), None)


@record
class Condition:
    """One thing that has to hold for a hypothesis: exactly one field is set."""

    question: str = ""
    leads: tuple[Tension, ...] = ()
    primary: Tension | None = None
    secondary: Tension | None = None
    context: str = ""
    any_of: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        if (
            sum(map(bool, (self.question, self.primary, self.secondary, self.context, self.any_of)))
            != 1
        ):
            raise ValueError("a condition asks for exactly one thing")
        if bool(self.question) != bool(self.leads):
            raise ValueError("question and leads belong together")


@record
class HypothesisRule:
    """A guess that connects answers, and the question that tests it."""

    id: str
    priority: int
    when: tuple[Condition, ...]
    text: str
    probe: str
    lens: Lens


@record
class Suppression:
    """Points that a life context takes from the hypotheses."""

    drop_lenses: tuple[Lens, ...] = ()
    drop_rules: tuple[str, ...] = ()
    present_none_in_session: int = 0


@record
class Fallback:
    """The sentence for people whom no rule fits."""

    id: str
    template: str
    secondary_clause: str
    without_tension: str


@record
class Guess:
    """How a hypothesis is offered: never as a fact."""

    opening: str
    closing: str


@record
class Hypotheses:
    """The rules and what limits them."""

    rules: tuple[HypothesisRule, ...]
    suppress: dict[str, Suppression]
    fallback: Fallback
    guess: Guess


@record
class StyleOption:
    """One answer of the style quiz; one of the four values is set."""

    id: str
    text: str
    tone_base: int | None = None
    tone_adjust: int | None = None
    depth: Depth | None = None
    learning_style: LearningStyle | None = None


@record
class StyleQuestion:
    """One screen of the style quiz."""

    id: str
    prompt: str
    options: tuple[StyleOption, ...]

    def option(self, id_: object) -> StyleOption | None:
        """Return the option with this id, or None."""
        return next((option for option in self.options if option.id == id_), None)


@record
class StyleQuiz:
    """The questions about how to talk."""

    questions: tuple[StyleQuestion, ...]


@record
class Onboarding:
    """The whole file."""

    version: str
    consent_text_version: str
    questions: tuple[Question, ...]
    hypothesis: Hypotheses
    style_quiz: StyleQuiz

    @property
    def scored(self) -> tuple[Question, ...]:
        """The questions that identify a tension."""
        return tuple(question for question in self.questions if question.scored)

    @property
    def context(self) -> Question:
        """The question about what is going on in life."""
        return next(question for question in self.questions if question.kind == "multi")

    @property
    def why(self) -> Question:
        """The question for the person's own words."""
        return next(question for question in self.questions if question.kind == "text")


@cache
def load_onboarding() -> Onboarding:
    """Return everything in onboarding.json."""
    found = read(data_file(FILE), Onboarding)
    require_unique(FILE, "questions", (question.id for question in found.questions))
    quiz = found.style_quiz.questions
    options = (o.id for question in (*found.questions, *quiz) for o in question.options)
    require_unique(FILE, "options", options)
    require_unique(FILE, "hypothesis.rules", (rule.id for rule in found.hypothesis.rules))
    _require_fairness(found)
    _require_known_references(found)
    return found


def _require_fairness(found: Onboarding) -> None:
    leads = Counter(o.primary for q in found.scored for o in q.options if o.primary)
    if leads != dict.fromkeys(ALL_TENSIONS, LEADS_PER_TENSION):
        raise BrokenContent(
            f"{FILE}: questions: each tension leads in {LEADS_PER_TENSION} answers, not {leads}"
        )


def _require_known_references(found: Onboarding) -> None:
    contexts = {option.id for option in found.context.options}
    known = {question.id for question in found.scored} | contexts
    for rule in found.hypothesis.rules:
        for condition in _flatten(rule.when):
            name = condition.question or condition.context
            if name and name not in known:
                raise BrokenContent(f"{FILE}: hypothesis.rules.{rule.id}.when: {name!r} is unknown")
    rules = {rule.id for rule in found.hypothesis.rules}
    for context, suppression in found.hypothesis.suppress.items():
        if context not in contexts or not rules.issuperset(suppression.drop_rules):
            raise BrokenContent(f"{FILE}: hypothesis.suppress.{context}: names something unknown")
    if not contexts.issuperset(found.context.effects):
        raise BrokenContent(f"{FILE}: questions.{found.context.id}.effects: unknown context")


def _flatten(conditions: tuple[Condition, ...]) -> list[Condition]:
    return [inner for c in conditions for inner in ((c, *_flatten(c.any_of)))]
