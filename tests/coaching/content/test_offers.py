"""The table of offers by stage, cell by cell (features 3.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.content import (
    fitting_kind,
    load_offers,
    may_ask,
    may_keep,
    may_offer,
)
from coaching.content.offers import StageOffers
from coaching.content.reading import BrokenContent, read
from coaching.values.enums import CardKind, Stage

if TYPE_CHECKING:
    from pathlib import Path

R, T, P = CardKind.REFRAME, CardKind.TRUTH, CardKind.PLAN
X, C = CardKind.PRACTICE, CardKind.CONVERSATION
OFFERED = {
    Stage.PRECONTEMPLATION: set[CardKind](),
    Stage.CONTEMPLATION: {R, T},
    Stage.PREPARATION: {T, P, X, C},
    Stage.ACTION: {R, T, P, X, C},
    Stage.MAINTENANCE: {T, C},
    Stage.RELAPSE: {R, T, P, X},
}
FITTING = {
    Stage.PRECONTEMPLATION: CardKind.NOTICING,
    Stage.CONTEMPLATION: R,
    Stage.PREPARATION: P,
    Stage.ACTION: X,
    Stage.MAINTENANCE: T,
    Stage.RELAPSE: R,
}
DEMANDING = {"ruler", "experiment", "obstacle", "rewire"}


@pytest.mark.parametrize(("stage", "kinds"), OFFERED.items())
def test_what_is_offered_follows_the_stage(stage: Stage, kinds: set[CardKind]) -> None:
    assert {kind for kind in CardKind if may_offer(stage, kind)} == kinds


def test_an_empty_card_begins_with_the_kind_of_the_stage() -> None:
    assert {stage: fitting_kind(stage) for stage in Stage} == FITTING


@pytest.mark.parametrize("kind", [P, X, C, R])
def test_before_a_change_a_sentence_is_kept_and_no_plan(kind: CardKind) -> None:
    assert not may_keep(Stage.PRECONTEMPLATION, kind)
    assert may_keep(Stage.PRECONTEMPLATION, T)


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage != Stage.PRECONTEMPLATION])
def test_whoever_is_moving_keeps_what_is_theirs(stage: Stage) -> None:
    assert all(may_keep(stage, kind) for kind in CardKind)


@pytest.mark.parametrize(
    ("stage", "refused"),
    [
        (Stage.PRECONTEMPLATION, DEMANDING | {"restart", "keep"}),
        (Stage.CONTEMPLATION, {"obstacle", "engage", "restart"}),
        (Stage.PREPARATION, {"restart", "keep", "generalise"}),
        (Stage.ACTION, {"ruler", "restart"}),
        (Stage.MAINTENANCE, {"experiment", "ruler", "restart"}),
        (Stage.RELAPSE, {"ruler", "generalise"}),
    ],
)
def test_some_questions_wait_for_their_stage(stage: Stage, refused: set[str]) -> None:
    assert not [step for step in refused if may_ask(stage, step)]


def test_questions_about_us_fit_always() -> None:
    assert all(may_ask(stage, "correction") for stage in Stage)


def test_every_stage_says_what_to_leave_alone() -> None:
    assert all(row.avoids for row in load_offers().values())


def test_what_is_offered_and_could_not_be_kept_is_a_broken_file(tmp_path: Path) -> None:
    file = tmp_path / "row.json"
    kinds = '"fits": "truth", "offers": ["plan"], "keeps": ["truth"]'
    row = f'{{"id": "action", {kinds}, "questions": [], "avoids": []}}'
    file.write_text(row, "utf-8")

    with pytest.raises(BrokenContent, match="what is offered can be kept"):
        read(file, StageOffers)
