"""The seven sections as prose: quotes first, nothing that would hurt to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import tension_details, tone_band
from coaching.offline.strategist.lenses import proofs_for
from coaching.offline.strategist.milestones import milestones
from coaching.offline.strategist.portrait import who
from coaching.rules.features import feeling
from coaching.rules.wording import (
    copy,
    listed,
    lower_first,
    of_tension,
    picked,
    quoted,
    sayer,
    stop,
    times,
)
from coaching.text.words import upper_first
from coaching.values.enums import Lens, LensStatus, SignalType
from coaching.values.strategy import SECTIONS

if TYPE_CHECKING:
    from coaching.offline.strategist.stage import StageFinding
    from coaching.rules.case import Case
    from coaching.rules.guess import Guess
    from coaching.values.context import CardView
    from coaching.values.strategy import FocusCardPrescription, GrowthEdge


MOST_ITEMS = 4


def briefing(
    case: Case,
    *,
    stage: StageFinding,
    guess: Guess,
    edges: dict[Lens, GrowthEdge],
    prescription: FocusCardPrescription,
) -> str:
    """Return the whole page."""
    sections = (
        who(case, guess),
        _where(case, stage),
        _known(case),
        _focus(case, prescription),
        _growth(case, edges),
        _strategy(case),
        _style(case),
    )
    pages = zip(SECTIONS, sections, strict=True)
    return "\n\n".join(
        f"{heading}\n{' '.join(part for part in text if part)}" for heading, text in pages
    )


def _where(case: Case, stage: StageFinding) -> list[str]:
    say = sayer(case.seed)
    words = copy()["stage"][stage.stage.value]
    if case.is_first:
        arc = copy()["no_tension"] if case.is_sketch else case.copy
        return [stop(arc["journey"]), say("start", stage=words), *_likely(case)]
    parts = [*_way(case), upper_first(say("stage", stage=words, about=stage.about))]
    new = case.of(SignalType.BREAKTHROUGH) or case.of(SignalType.PRACTICE_CHECKIN)
    if new and new[-1].quote:
        day = f"{new[-1].created_at:%d %B}".lstrip("0")
        parts.append(say("shifted", day=day, quote=new[-1].quote))
    feelings = [s for s in case.of(SignalType.EMOTIONAL) if s.quote and _hurts(s.quote, case)]
    if feelings:
        parts.append(
            say("raw", noun=_feeling_named(feelings[-1].content), quote=feelings[-1].quote)
        )
    parts += _felt(case)
    if case.ctx.wins:
        newest = max(case.ctx.wins, key=lambda win: (win.created_at, win.id))
        what = f"“{newest.text.rstrip('.')}”"
        parts.append(say("settled", what=what, What=what))
    return parts if len(parts) > 1 else [*parts, say("quiet")]


def _felt(case: Case) -> list[str]:
    """Return the last check-in with words since the previous briefing."""
    said = [one for one in case.ctx.check_ins if one.content]
    if not said:
        return []
    day = f"{said[-1].created_at:%d %B}".lstrip("0")
    mood, quote = said[-1].mood.value, said[-1].content
    return [sayer(case.seed)("felt", day=day, mood=mood, quote=quote)]


def _way(case: Case) -> list[str]:
    """Return the arc so far, in their words: what lies before the last session."""
    last = min((signal.created_at for signal in case.signals), default=case.newest_at)
    quotes = [one.quote for one in milestones(case) if one.quote and one.at < last]
    return [sayer(case.seed)("way", items=quoted(quotes[-MOST_ITEMS:]))] if quotes else []


def _hurts(quote: str, case: Case) -> bool:
    felt = feeling(quote, case.lexicon)
    return felt is None or felt.family != "joy"


def _likely(case: Case) -> list[str]:
    """Return what the habit may look like, as a picture and not a finding."""
    if case.person.tension is None or case.is_sketch:
        return []
    details, say = tension_details(case.person.tension), sayer(case.seed)
    (thought,) = picked(details.thoughts, f"{case.seed}t")
    (strength,) = picked(details.strengths, f"{case.seed}s")
    likely = [stop(say("thought", a=thought.rstrip("."))), say("strength", a=strength)]
    return [*likely, *_likely_second(case)]


def _likely_second(case: Case) -> list[str]:
    """Return what tells the second habit from the first: a thought, and how the body shows it."""
    if case.person.secondary_tension is None:
        return []
    details = tension_details(case.person.secondary_tension)
    (thought,) = picked(details.thoughts, f"{case.seed}t")
    (sign,) = picked(details.body_cues, f"{case.seed}b")
    return [stop(sayer(case.seed)("second_habit", a=thought.rstrip("."), sign=sign))]


def _feeling_named(content: str) -> str:
    named = content.split(":", maxsplit=1)[0]
    return (
        named.removeprefix("Says they feel ")
        if named.startswith("Says they feel ")
        else "a feeling"
    )


def _known(case: Case) -> list[str]:
    say, intel = sayer(case.seed), case.ctx.intel
    details = tension_details(case.person.tension) if case.person.tension else None
    parts: list[str] = []
    if intel is not None:
        for frame, items in (
            ("triggers", intel.triggers),
            ("words", intel.used_words),
            ("avoided", intel.avoided_words),
            ("away", intel.deflection_phrases),
        ):
            if items:
                parts.append(upper_first(say(frame, items=quoted(items[-MOST_ITEMS:]))))
        if intel.breakthroughs:
            own = [item.partition(": ")[2] or item for item in intel.breakthroughs[-2:]]
            parts.append(say("broke", items=quoted([text.strip("“”") for text in own])))
    if not parts:
        parts = [_not_yet(case)]
    parts += [f"They told us: “{m.quote}”." for m in case.ctx.memories[-2:] if m.quote]
    if details is not None and not case.is_sketch:
        parts.append(say("body", a=picked(details.body_cues, case.seed)[0]))
        parts.append(say("works", items=listed(picked(details.helps, case.seed, 2))))
    return [*parts, stop(case.copy["need"])] if case.is_first else parts


def _not_yet(case: Case) -> str:
    if case.person.tension is None:
        return sayer(case.seed)("unknown_all")
    usual = picked(tension_details(case.person.tension).triggers, case.seed, 2)
    return sayer(case.seed)("unknown", guess=listed(usual))


def _focus(case: Case, prescription: FocusCardPrescription) -> list[str]:
    say = sayer(case.seed)
    if case.is_first:
        card = prescription.card
        return [
            say("new_card", card=card.title) if card else say("no_card"),
            stop(prescription.rationale),
        ]
    focus, coming = case.focus, _coming(case, prescription)
    parts = [_standing(focus, case)] if focus else []
    if coming:
        parts.append(say("gives_way" if focus else "new_card", card=coming))
    return [*(parts or [say("no_card")]), stop(prescription.rationale)]


def _standing(focus: CardView, case: Case) -> str:
    done = f"done {times(focus.times_completed)}" if focus.times_completed else "not used yet"
    skipped = focus.skips_last_week
    skips = f", with “not today” {times(skipped)} this week" if skipped else ""
    return sayer(case.seed)("card", card=focus.title, done=done, skips=skips)


def _coming(case: Case, prescription: FocusCardPrescription) -> str:
    """Return the title of the new focus card."""
    if prescription.card is not None:
        return prescription.card.title
    chosen = (card.title for card in case.ctx.cards if card.id == prescription.card_id)
    return next(chosen, "")


def _growth(case: Case, edges: dict[Lens, GrowthEdge]) -> list[str]:
    say, parts = sayer(case.seed), list[str]()
    for lens, edge in edges.items():
        if edge.status is LensStatus.NOT_READY:
            continue
        quotes = [proof.quote for proof in proofs_for(lens, case) if proof.quote]
        name = lens.value.replace("_", " ")
        slots = {"lens": name, "Lens": upper_first(name), "note": edge.note}
        parts.append(say("active", quote=quotes[-1] if quotes else "noted before", **slots))
    edge = copy()["no_tension"] if case.is_sketch else case.copy
    parts = [*(parts or [say("none_active")]), stop(edge["growth"])]
    second = case.person.secondary_tension
    if case.is_first and second:
        parts.append(stop(say("second_growth", growth=lower_first(of_tension(second)["growth"]))))
    return parts


def _strategy(case: Case) -> list[str]:
    say = sayer(case.seed)
    parts: list[str] = []
    if case.ctx.safety_recent:
        parts.append(say("urgent"))
    if case.event is not None:
        parts.append(say("event", quote=case.event.quote or "news"))
    if case.is_first:
        frame = "purpose_first" if case.person.emotional_why.strip() else "purpose_no_why"
        parts.append(say(frame, purpose=case.copy["purpose"]))
    elif not case.ctx.safety_recent:
        parts.append(
            say("purpose_next", purpose=case.copy["purpose"], check_in=case.copy["check_in"])
        )
    contexts = copy()["context"]
    parts += [contexts[name]["plan"] for name in case.told_contexts if name in contexts]
    if case.is_first and case.probe:
        parts.append(say("reserve", probe=case.probe))
    boundaries = [
        note
        for note in (case.ctx.intel.coaching_notes if case.ctx.intel else ())
        if note.startswith("boundary")
    ]
    avoid = f"{case.copy['avoid']}{_also(boundaries)}"
    return [upper_first(stop(part)) for part in (*parts, say("not_push", avoid=avoid), say("fine"))]


def _also(boundaries: list[str]) -> str:
    return (
        f"; and what they closed themselves ({boundaries[-1].removeprefix('boundary: ')})"
        if boundaries
        else ""
    )


def _style(case: Case) -> list[str]:
    person, lines = case.person, copy()
    tone = f"{person.tone:g}"
    band = lines["tone"][tone_band(person.tone)].replace("{tone}", tone)
    words = [
        band,
        lines["depth"][person.depth.value],
        lines["learning_style"][person.learning_style.value],
        case.copy["style"],
    ]
    return [stop(text) for text in words]
