"""Every practice can be played to its ends, in both languages, with words that Toney uses."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import TYPE_CHECKING

from coaching.content import load_offers
from coaching.domains.practices.content import Both, Library, Outcome, Practice, Step, load_library
from coaching.services.cards import CONTENT_MAX, TITLE_MAX
from coaching.tools.save_win import LONGEST as WIN_MAX
from coaching.values.enums import Tension
from scripts.lint.source import ROOT, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from coaching.domains.practices.content import Variable

FILE = "coaching/content/data/practices.json"
MOST_STEPS = 8
LEAST_OF_A_PAIR = 3
MOST = {"title": 44, "promise": 100, "text": 240, "end": 260, "chip": 48, "hint": 70, "why": 200}
NEEDS = {
    "say": {"next"},
    "choose": {"chips"},
    "scale": {"store", "low", "high", "next"},
    "write": {"store", "max", "next"},
    "breathe": {"seconds", "inhale", "out", "next"},
    "timer": {"seconds", "next"},
    "look": {"seconds_most", "chips"},
    "end": {"outcomes", "then"},
}
LEFT_ALONE = {
    "en": r"should|must|just|simply|only|at least|finally|fail(?:ed|ure)|missed|streak|relapse|lazy"
    r"|discipline|cheap|wasteful|debt|addiction|trauma|toxic|mindset|journey|stupid|useless|weak"
    r"|selfish|excuses|willpower|impulsive",
    "es": r"deberías|debes|simplemente|s[oó]lo|solamente|al menos|por fin|fracas\w+|floj\w+"
    r"|disciplina|barat\w+|car[oa]s?|tont\w+|irresponsable|egoísta|impulsiv\w+|tienes que",
}
MONEY = r"[$€£]|\b\d+\s*(?:dollars?|euros?|pounds?|pesos?|lucas|USD|EUR)\b"
SLOT = re.compile(r"\{(\w+)\}")
QUOTED = re.compile(r"[“«][^”»]*[”»]")


def problems() -> Iterator[Problem]:
    """Return what is wrong in practices.json, each with the step it is in."""
    library = load_library()
    for where, fault in faults(library):
        yield Problem(FILE, _line_of(where), f"{where}: {fault}")


def faults(library: Library) -> Iterator[tuple[str, str]]:
    """Return what is wrong in a library: where, and what."""
    for name, step in library.shared_steps.items():
        yield from _step(name, step, {})
    for practice in library.practices:
        yield from _practice(library, practice)
    for stage in load_offers():
        for tension in Tension:
            fits = [p for p in library.practices if stage in p.stages and tension in p.tensions]
            if len(fits) < LEAST_OF_A_PAIR:
                yield "practices", f"{stage} with {tension} has fewer than {LEAST_OF_A_PAIR}"


def _practice(library: Library, practice: Practice) -> Iterator[tuple[str, str]]:
    yield from _both(practice.id, practice.title, MOST["title"])
    yield from _both(practice.id, practice.promise, MOST["promise"])
    yield from _both(practice.id, practice.evidence.why, MOST["why"])
    for unknown in {*practice.moments} - library.moments.keys():
        yield practice.id, f"there is no moment {unknown}"
    for unknown in {*practice.not_when} - library.conditions.keys():
        yield practice.id, f"there is no condition {unknown}"
    for name, step in practice.steps.items():
        where = f"{practice.id}.{name}"
        yield from _step(where, step, practice.variables)
        if step.suggest and library.find(step.suggest) is None:
            yield where, f"suggests {step.suggest}, which doesn't exist"
        for kind in (outcome.kept_as for outcome in step.outcomes):
            late = [s for s in practice.stages if kind and kind not in load_offers()[s].keeps]
            if late:
                yield where, f"a {kind} card isn't kept in {', '.join(late)}"
    yield from dict.fromkeys(_walk(library, practice, practice.start, (), frozenset()))


def _walk(
    library: Library, practice: Practice, name: str, path: tuple[str, ...], known: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Follow every way from a step to its ends, those out of the practice included."""
    where, path = f"{practice.id}.{name}", (*path, name)
    step = practice.steps.get(name) or library.shared_steps.get(name)
    if step is None:
        yield where, "there is no such step"
        return
    if name in path[:-1] or len(path) > MOST_STEPS:
        yield where, f"comes back or has more than {MOST_STEPS} steps: {' → '.join(path)}"
        return
    for slot in _slots(step) - known:
        variable = practice.variables.get(slot)
        if variable is None or variable.fallback is None:
            yield where, f"uses {{{slot}}}, which isn't known on {' → '.join(path)}"
    stored = known | ({step.store} if step.store else set[str]())
    for target in step.targets:
        is_skip = step.skip is not None and target == step.skip.next
        yield from _walk(library, practice, target, path, known if is_skip else stored)
    if step.type != "end" and name not in library.shared_steps and path[0] == practice.start:
        for way in library.exits:
            target = library.exit_of(practice, way)
            if target not in practice.steps and target not in library.shared_steps:
                yield where, f"{way} leads to {target}, which doesn't exist"


def _step(where: str, step: Step, variables: Mapping[str, Variable]) -> Iterator[tuple[str, str]]:
    lacks = [name for name in sorted(NEEDS[step.type]) if not getattr(step, name)]
    if lacks:
        yield where, f"a {step.type} step needs {', '.join(lacks)}"
    for both in (step.text, *step.by_tension.values()):
        yield from _both(where, both, MOST["end" if step.type == "end" else "text"])
    for both in (step.low, step.high, step.lead, step.hint, step.go):
        if both:
            yield from _both(where, both, MOST["hint"])
    for chip in step.chips:
        yield from _both(f"{where}.{chip.id}", chip.text, MOST["chip"])
    yield from _stored(where, step, variables)
    yield from _end(where, step, variables)


def _stored(where: str, step: Step, variables: Mapping[str, Variable]) -> Iterator[tuple[str, str]]:
    if len({chip.id for chip in step.chips}) != len(step.chips):
        yield where, "has two chips with one id"
    if step.store and step.store not in variables:
        yield where, f"stores {step.store}, which isn't declared"
    elif step.store and step.max != (variables[step.store].max if step.max else None):
        yield where, "its length and its variable's differ"


def _end(where: str, step: Step, variables: Mapping[str, Variable]) -> Iterator[tuple[str, str]]:
    if step.type == "end" and [o.kind for o in step.outcomes].count("nothing") != 1:
        yield where, "offers to keep nothing, once"
    if ("another" in step.then) != bool(step.suggest):
        yield where, "“another” and a suggestion go together"
    for outcome in step.outcomes:
        yield from _outcome(where, outcome, variables)


def _outcome(
    where: str, outcome: Outcome, variables: Mapping[str, Variable]
) -> Iterator[tuple[str, str]]:
    limits = ((outcome.title, TITLE_MAX), (outcome.text, WIN_MAX), (outcome.content, CONTENT_MAX))
    for both, most in limits:
        if both:
            yield from _both(where, both)
            for text in (both.en, both.es):
                if len(_longest(text, variables)) > most:
                    yield where, f"can get longer than {most} characters: {text[:40]}"
    for both in outcome.named_parts.values():
        yield from _both(where, both)


def _both(where: str, both: Both, most: int | None = None) -> Iterator[tuple[str, str]]:
    if sorted(SLOT.findall(both.en)) != sorted(SLOT.findall(both.es)):
        yield where, "the languages have different slots"
    for language in (field.name for field in fields(both)):
        text: str = getattr(both, language)
        if not text.strip() or (most and len(text) > most):
            yield where, f"{language} is empty or longer than {most}: {text[:40]}"
        if found := re.search(rf"\b(?:{LEFT_ALONE[language]})\b|{MONEY}", text, re.IGNORECASE):
            yield where, f"{language} says “{found[0]}”"
        if "'" in text or '"' in text:
            yield where, f"{language} has a straight quote"
        if QUOTED.sub("", text).count("?") > 1:
            yield where, f"{language} asks more than one question"


def _slots(step: Step) -> set[str]:
    texts = [step.text, *step.by_tension.values()]
    for outcome in step.outcomes:
        texts += [both for both in (outcome.title, outcome.content, outcome.text) if both]
        texts += outcome.named_parts.values()
    used = {slot for both in texts for slot in SLOT.findall(both.en)}
    return used | {way.var for way in step.branch if way.var}


def _longest(text: str, variables: Mapping[str, Variable]) -> str:
    def said(slot: re.Match[str]) -> str:
        variable = variables.get(slot[1])
        return "x" * ((variable.max if variable else None) or 2)

    return SLOT.sub(said, text)


def _line_of(where: str) -> int:
    """Return the line on which the practice or the shared step begins."""
    name = json.dumps(where.split(".", maxsplit=1)[0])
    lines = (ROOT / FILE).read_text("utf-8").splitlines()
    found = (n for n, line in enumerate(lines, 1) if f'"id": {name}' in line or f"{name}:" in line)
    return next(found, 1)
