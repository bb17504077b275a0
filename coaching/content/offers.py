"""What fits a stage of change: what may be offered, kept and asked (features 3.11).

One table for everybody who offers something: the prompt, the offline coach, the tool that keeps a
card. A stage is what we know of a person and lags behind them: what is theirs may nearly always be
kept, and only what we bring up ourselves is held back.
"""

from __future__ import annotations

from functools import cache

from coaching.content.reading import BrokenContent, data_file, read, record
from coaching.values.enums import CardKind, Stage


@record
class StageOffers:
    """One row: kinds of cards to offer and to keep, steps to ask for, and what to leave alone.

    `fits` is the kind that a person who writes a card themselves most likely means.
    """

    id: Stage
    fits: CardKind
    offers: tuple[CardKind, ...]
    keeps: tuple[CardKind, ...]
    questions: tuple[str, ...]
    avoids: tuple[str, ...]

    def __post_init__(self) -> None:
        if not {self.fits, *self.offers} <= set(self.keeps):
            raise ValueError("what is offered can be kept")


@record
class _File:
    version: str
    notes: dict[str, str]
    always: tuple[str, ...]
    stages: tuple[StageOffers, ...]


@cache
def load_offers() -> dict[Stage, StageOffers]:
    """Return the whole table, a row for each stage in order."""
    found = _file().stages
    if tuple(row.id for row in found) != tuple(Stage):
        raise BrokenContent("offers.json: stages: needs each stage once, in order")
    return {row.id: row for row in found}


def stage_offers(stage: Stage | str) -> StageOffers:
    """Return the row of one stage."""
    return load_offers()[Stage(stage)]


def fitting_kind(stage: Stage | str) -> CardKind:
    """Return the kind of card that an empty one begins with."""
    return stage_offers(stage).fits


def may_offer(stage: Stage | str, kind: CardKind) -> bool:
    """Return True if the coach may bring up a kind of card by itself."""
    return kind in stage_offers(stage).offers


def may_keep(stage: Stage | str, kind: CardKind) -> bool:
    """Return True if a kind of card may be kept when it is theirs and they said yes."""
    return kind in stage_offers(stage).keeps


def may_ask(stage: Stage | str, step: str) -> bool:
    """Return True if a question of a step fits a stage."""
    return step in stage_offers(stage).questions or step in _file().always


@cache
def _file() -> _File:
    return read(data_file("offers.json"), _File)
