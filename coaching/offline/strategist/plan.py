"""The Strategist's answer: one reading of the file, everything from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.strategist.briefing import briefing
from coaching.offline.strategist.doors import doors
from coaching.offline.strategist.findings import growth_edges, intel_update, stage_of
from coaching.offline.strategist.story import one_sentence, story
from coaching.rules.case import Case
from coaching.rules.focus_card import prescribe
from coaching.rules.guess import curiosities, guess_for, leverage
from coaching.rules.wording import stop
from coaching.values.strategy import HeardGuess, StrategistOutput

if TYPE_CHECKING:
    from coaching.values.context import StrategistContext


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
        briefing_content=briefing(
            case,
            stage=stage,
            guess=guess,
            edges=edges,
            prescription=prescription,
            strategy=strategy,
        ),
    )


def _session_strategy(case: Case) -> str:
    """Return one or two sentences."""
    if case.ctx.safety_recent:
        return "Company before anything else. No card, no plan; ask once how safe things are."
    if case.event is not None:
        return f"Begin with what happened: “{case.event.quote}”. The rest can wait."
    return f"{stop(case.copy['purpose'])} Do not push: {stop(case.copy['avoid'])}"
