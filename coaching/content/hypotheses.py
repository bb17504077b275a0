"""One sentence that connects two answers, always a guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.content.onboarding import Condition, HypothesisRule, load_onboarding
from coaching.content.tensions import tension_details

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.content.scoring import TensionResult

MAX_CANDIDATES = 2


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A guess about a person: `probe` is a question to test it, `cites` the answers behind it."""

    id: str
    text: str
    probe: str = ""
    lens: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HypothesisChoice:
    """At most two guesses, strongest first, and the rules that a life context took away."""

    candidates: tuple[Hypothesis, ...]
    suppressed: tuple[str, ...] = ()


def hypotheses_for(result: TensionResult, context: Iterable[str] = ()) -> HypothesisChoice:
    """Return the guesses that fit the answers, or the fallback when none does."""
    contexts = frozenset(context)
    rules = load_onboarding().hypothesis.rules
    fitting = [r for r in rules if all(_holds(c, result, contexts) for c in r.when)]
    fitting.sort(key=lambda rule: -rule.priority)
    kept = [rule for rule in fitting if not _is_suppressed(rule, contexts)]
    suppressed = tuple(sorted(rule.id for rule in fitting if rule not in kept))
    candidates = tuple(_hypothesis(rule) for rule in kept[:MAX_CANDIDATES])
    return HypothesisChoice(candidates or (_fallback(result),), suppressed)


def may_present_hypothesis(context: Iterable[str], session_number: int) -> bool:
    """Say whether a guess may be spoken: not while the basics are missing, in the first session."""
    suppress = load_onboarding().hypothesis.suppress
    return all(
        session_number > suppress[name].present_none_in_session
        for name in context
        if name in suppress
    )


def as_guess(text: str) -> str:
    """Return a hypothesis the way it is offered to a person."""
    guess = load_onboarding().hypothesis.guess
    return f"{guess.opening} {text} {guess.closing}"


def _holds(condition: Condition, result: TensionResult, contexts: frozenset[str]) -> bool:
    if condition.any_of:
        return any(_holds(inner, result, contexts) for inner in condition.any_of)
    if condition.question:
        return result.leads.get(condition.question) in condition.leads
    if condition.context:
        return condition.context in contexts
    if condition.primary:
        return result.primary == condition.primary
    return result.secondary == condition.secondary


def _is_suppressed(rule: HypothesisRule, contexts: frozenset[str]) -> bool:
    suppress = load_onboarding().hypothesis.suppress
    return any(
        rule.lens in suppress[name].drop_lenses or rule.id in suppress[name].drop_rules
        for name in contexts & suppress.keys()
    )


def _hypothesis(rule: HypothesisRule) -> Hypothesis:
    return Hypothesis(rule.id, rule.text, rule.probe, rule.lens, tuple(_cites(rule.when)))


def _cites(conditions: tuple[Condition, ...]) -> list[str]:
    own = [c.question or c.context for c in conditions if c.question or c.context]
    return own + [name for c in conditions for name in _cites(c.any_of)]


def _fallback(result: TensionResult) -> Hypothesis:
    fallback = load_onboarding().hypothesis.fallback
    if result.primary is None:
        return Hypothesis(fallback.id, fallback.without_tension)
    primary = tension_details(result.primary)
    clause = ""
    if result.secondary:
        label = tension_details(result.secondary).label
        clause = fallback.secondary_clause.replace("{SecondaryLabel}", label)
    text = (
        fallback.template.replace("{PrimaryLabel}", primary.label)
        .replace("{protects_primary}", primary.emotional_core.protects)
        .replace("{costs_primary}", primary.emotional_core.costs)
        .replace("{secondary_clause}", clause)
    )
    return Hypothesis(fallback.id, text)
