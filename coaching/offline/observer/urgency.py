"""When the Strategist should not wait until the session ends: danger, or a harmful plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from coaching.rules.parsed_message import Reading
    from coaching.values.safety import SafetyVerdict

CRISIS_PATTERNS = ("despair", "threat", "scam", "needs")
_DANGER_WITH_CLOCK = ("gambling", "fraud", "acute_debt")


def is_urgent(reading: Reading, verdict: SafetyVerdict) -> bool:
    """Return True for danger, or an event after which the plan may do harm."""
    return _is_danger(reading, verdict) or reading.lexicon.sees("major_event", reading.low)


def is_only_news(reading: Reading) -> bool:
    """Return True if it is an event told plainly, which needn't show a feeling."""
    see, low = reading.lexicon.sees, reading.low
    close = see("close_event", low) or see("rupture", low) or see("secret_told", low)
    return see("major_event", low) and not close


def level(reading: Reading, verdict: SafetyVerdict) -> SafetyLevel:
    """Return how serious the text looks; advisory, the screen has run before."""
    if verdict.level is SafetyLevel.CRISIS:
        return verdict.level
    if any(reading.lexicon.sees(name, reading.low) for name in CRISIS_PATTERNS):
        return SafetyLevel.CRISIS
    if verdict.level is not SafetyLevel.NONE:
        return verdict.level
    return SafetyLevel.CONCERN if _money_is_leaving(reading) else SafetyLevel.NONE


def _is_danger(reading: Reading, verdict: SafetyVerdict) -> bool:
    found = level(reading, verdict)
    if found is SafetyLevel.CRISIS:
        return True
    pressed = reading.lexicon.sees("time_pressure", reading.low)
    return found is SafetyLevel.CONCERN and (pressed or verdict.category in _DANGER_WITH_CLOCK)


def _money_is_leaving(reading: Reading) -> bool:
    """Money about to go under distress and a clock: an irreversible step within hours."""
    see, low = reading.lexicon.sees, reading.low
    upset = reading.feeling is not None or see("feeling_idiom", low)
    return (
        see("money_leaving", low)
        and see("time_pressure", low)
        and upset
        and not see("past_money", low)
    )
