"""The Strategist's answer: one reading of the file, everything from it.

The briefing has seven sections: facts that code is sure of, and the person's own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import tone_band
from coaching.offline.strategist.findings import growth_edges, intel_update, stage_of
from coaching.offline.strategist.story import doors, one_sentence, story
from coaching.rules.case import Case
from coaching.rules.focus_card import prescribe
from coaching.rules.guess import NOTHING_YET, curiosities, guess_for, leverage
from coaching.rules.keepsakes import whole
from coaching.rules.wording import after_colon, copy, of_tension, quoted, stop, times
from coaching.text.words import upper_first
from coaching.values.enums import Lens, LensStatus, SignalType
from coaching.values.strategy import SECTIONS, HeardGuess, StrategistOutput

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from coaching.offline.strategist.findings import StageFinding
    from coaching.rules.guess import Guess
    from coaching.values.context import StrategistContext
    from coaching.values.strategy import FocusCardPrescription, GrowthEdge

MOST_ITEMS = 4
_TOLD = {
    SignalType.BREAKTHROUGH: "They noticed",
    SignalType.PRACTICE_CHECKIN: "About a practice",
    SignalType.EMOTIONAL: "About a feeling",
}


def plan(ctx: StrategistContext) -> StrategistOutput:
    """Return everything one run decides."""
    case = Case(ctx)
    guess, stage = guess_for(case), stage_of(case)
    edges, prescription = growth_edges(case), prescribe(case)
    strategy = _session_strategy(case)
    return StrategistOutput(
        heard_guess=HeardGuess(verdict=guess.heard.verdict, quote=guess.heard.quote),
        hypothesis=guess.text,
        leverage=leverage(case),
        curiosities=curiosities(case),
        session_strategy=strategy,
        journey_narrative=story(case, stage, guess),
        growth_edges=edges,
        stage_of_change=stage.stage,
        intel=intel_update(case, stage),
        focus_card_prescription=prescription,
        doors=doors(case, guess),
        one_sentence=one_sentence(case, guess),
        briefing_content=_briefing(
            (
                _who(case, guess),
                _journey(case, stage),
                _known(case),
                _focus(case, prescription),
                _growth(edges),
                [strategy, *_plans(case)],
                _style(case),
            )
        ),
    )


def _session_strategy(case: Case) -> str:
    """Return one or two sentences."""
    if case.ctx.safety_recent:
        return "Company before anything else. No card, no plan; ask once how safe things are."
    if case.event is not None:
        return f"Begin with what happened: “{case.event.quote}”. The rest can wait."
    return f"{stop(case.copy['purpose'])} Do not push: {stop(case.copy['avoid'])}"


def _briefing(sections: Iterable[list[str]]) -> str:
    """Return the whole page."""
    pages = zip(SECTIONS, sections, strict=True)
    return "\n\n".join(f"{heading}\n{' '.join(filter(None, text))}" for heading, text in pages)


def _who(case: Case, guess: Guess) -> list[str]:
    person, contexts = case.person, copy()["context"]
    second, why = person.secondary_tension, person.emotional_why.strip().rstrip(".")
    told = [stop(contexts[name]["who"]) for name in case.told_contexts if name in contexts]
    return [
        f"This is about {person.name}." if person.name else "",
        stop(case.copy["who"]),
        stop(f"There is also a second habit: {of_tension(second)['protects']}") if second else "",
        "They answered few questions, so this is a rough guess." if case.is_sketch else "",
        *told,
        f"They came because of this: “{why}”." if why else "They wrote down no reason yet.",
        _guess(case, guess),
    ]


def _guess(case: Case, guess: Guess) -> str:
    if not guess.text:
        return NOTHING_YET if case.is_first else "There is no guess at the moment."
    return stop(f"The working guess ({guess.status.value}): {after_colon(guess.text)}")


def _journey(case: Case, stage: StageFinding) -> list[str]:
    words = upper_first(stop(copy()["stage"][stage.stage.value]))
    parts = [words if case.is_first else f"{words} This is about {stage.about}."]
    for kind, label in _TOLD.items():
        newest = [one for one in case.of(kind) if one.quote][-1:]
        quotes = ((_day(one.created_at), whole(one.quote, case.said)) for one in newest)
        parts += [f"{label}, on {day}: “{quote}”." for day, quote in quotes]
    for felt in [one for one in case.ctx.check_ins if one.content][-1:]:
        mood = f"On {_day(felt.created_at)} money felt {felt.mood.value}."
        parts.append(f"{mood} They wrote: “{felt.content}”")
    wins = sorted(case.ctx.wins, key=lambda win: (win.created_at, win.id))
    parts += [f"Their newest win: “{win.text.rstrip('.')}”." for win in wins[-1:]]
    return parts


def _known(case: Case) -> list[str]:
    intel, parts = case.ctx.intel, list[str]()
    if intel is not None:
        found = [item.partition(": ")[2].strip("“”") or item for item in intel.breakthroughs]
        for label, items in (
            ("It often starts like this", intel.triggers),
            ("Words they use", intel.used_words),
            ("Words they don’t want", intel.avoided_words),
            ("When they change the subject", intel.deflection_phrases),
            ("What they found out", found),
        ):
            parts += [f"{label}: {quoted(items[-MOST_ITEMS:])}."] if items else []
    parts = parts or ["They haven’t said yet what sets it off."]
    return [*parts, *(f"They told us: “{m.quote}”." for m in case.ctx.memories[-2:] if m.quote)]


def _focus(case: Case, prescription: FocusCardPrescription) -> list[str]:
    focus, parts = case.focus, list[str]()
    if focus is not None:
        done = f"done {times(focus.times_completed)}" if focus.times_completed else "not used yet"
        skipped = focus.skips_last_week
        skips = f", with “not today” {times(skipped)} this week" if skipped else ""
        parts.append(f"Their focus card is “{focus.title}”, {done}{skips}.")
    chosen = [card.title for card in case.ctx.cards if card.id == prescription.card_id]
    coming = [prescription.card.title] if prescription.card else chosen
    parts += [f"“{title}” is the new focus card." for title in coming[:1]]
    return [*(parts or ["There is no focus card."]), stop(prescription.rationale)]


def _growth(edges: dict[Lens, GrowthEdge]) -> list[str]:
    open_now = [
        (lens, one) for lens, one in edges.items() if one.status is not LensStatus.NOT_READY
    ]
    if not open_now:
        return ["No growth lens is active; there is no evidence yet."]
    names = [(upper_first(lens.value.replace("_", " ")), one.note) for lens, one in open_now]
    return [f"{name} is active: they {note}." for name, note in names]


def _plans(case: Case) -> list[str]:
    """Return what their circumstances ask for, and the newest boundary they set."""
    contexts = copy()["context"]
    notes = case.ctx.intel.coaching_notes if case.ctx.intel else ()
    closed = [note.removeprefix("boundary: ") for note in notes if note.startswith("boundary")]
    plans = [
        upper_first(stop(contexts[one]["plan"])) for one in case.told_contexts if one in contexts
    ]
    return [*plans, *(f"They closed this themselves: {note}." for note in closed[-1:])]


def _style(case: Case) -> list[str]:
    person, lines = case.person, copy()
    band = lines["tone"][tone_band(person.tone)].replace("{tone}", f"{person.tone:g}")
    depth = lines["depth"][person.depth.value]
    return [*map(stop, (band, depth, lines["learning_style"][person.learning_style.value]))]


def _day(at: datetime) -> str:
    return f"{at:%d %B}".lstrip("0")
