"""A new link, meaning, identity or commitment that they produce themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.observer.exchange import CLEAR, PLAUSIBLE, SURE, Evidence
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from coaching.offline.observer.exchange import Exchange

LINK_WORDS = 6


def breakthrough(exchange: Exchange) -> Evidence | None:
    """Return what they found, when it is theirs: not an assent, a question or a joke."""
    reading, says = exchange.reading, exchange.says
    if reading.text.rstrip().endswith("?") or reading.word_count < LINK_WORDS:
        return None
    if says("agreement", "minimise", "joke", "shift_open", "shift", "rupture"):
        return None
    if says("insight"):
        return Evidence(SignalType.BREAKTHROUGH, "link", SURE, "insight")
    if says("link"):
        return Evidence(SignalType.BREAKTHROUGH, "link", CLEAR, "link")
    if says("secret_told") and reading.has("past"):
        return Evidence(SignalType.BREAKTHROUGH, "told", PLAUSIBLE, "secret_told")
    if exchange.asked("prev_meaning") and says("own_reason"):
        return Evidence(SignalType.BREAKTHROUGH, "link", CLEAR, "own_reason")
    return None
