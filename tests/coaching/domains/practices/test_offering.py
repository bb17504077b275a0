"""Which practices are offered: the filter, the score and the pace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coaching.domains.practices import moments, offering
from coaching.domains.practices.moments import asks_for_practice, conditions_in, moments_in
from coaching.values.enums import Stage, Tension
from coaching.values.practices import FIRST_TIME, Situation
from tests.coaching.domains.practices.played import LIBRARY

NOW = Situation(stage=Stage.ACTION, lead=Tension.NUMB, moments=frozenset({"urge_now"}))


def _best(now: Situation, most: int = 1) -> list[str]:
    return [offered.id for offered in offering.best(now, most=most)]


def test_the_moment_counts_most_and_ties_go_by_id() -> None:
    assert _best(NOW) == ["ride_it_out"]
    nothing = offering.best(replace(NOW, lead=None, moments=frozenset()), most=24)
    assert [offered.id for offered in nothing] == sorted(offered.id for offered in nothing)


def test_the_score_is_as_specified() -> None:
    practice = LIBRARY.find("rewind")
    assert practice
    assert offering.score(practice, NOW) == 3  # lead and stage
    now = replace(NOW, second=Tension.WORRY, moments=frozenset({"slip", "said_yes_again"}))
    assert offering.score(practice, now) == 6 + 2 + 1 + 1
    assert offering.needs_writing(practice)
    assert offering.score(practice, replace(now, words=3.5)) == 8
    breath = LIBRARY.find("slow_breath")
    assert breath
    assert not offering.needs_writing(breath)


def test_an_offer_says_what_it_is_in_the_language_of_the_person() -> None:
    (offered,) = offering.best(replace(NOW, language="es-CL"))
    practice = LIBRARY.find(offered.id)
    assert practice
    assert (offered.title, offered.minutes, offered.promise) == (
        practice.title.es,
        practice.minutes,
        practice.promise.es,
    )


def test_the_list_says_why_an_exercise_fits_this_person() -> None:
    told = {one.id: one.because for one in offering.library(replace(NOW, language="es"))}
    assert told["ride_it_out"] == "Desconectar"
    assert told["slow_breath"] == ""  # for every tension
    assert told["worry_time"] == ""  # for others
    new = offering.library(replace(NOW, moments=frozenset({"first_time"})))
    assert new[0].because == "first_time"
    assert not any(one.because for one in offering.library(replace(NOW, lead=None)))


def test_of_two_that_fit_as_well_the_one_for_the_moment_is_first() -> None:
    now = Situation(lead=Tension.AVOID, moments=frozenset({"night"}))
    first, second, *_ = offering.library(now)
    scores = [
        offering.score(one, now) for one in LIBRARY.practices if one.id in (first.id, second.id)
    ]
    assert (first.id, scores) == ("worry_time", [3, 3])


def test_what_was_done_lately_is_last_in_the_list_and_can_still_be_started() -> None:
    first, second, *_ = offering.library(NOW)
    assert not first.is_recent
    again = replace(NOW, recent=frozenset({first.id}))
    listed = offering.library(again)
    assert (listed[0].id, listed[-1].id) == (second.id, first.id)
    assert [one.id for one in listed if one.is_recent] == [first.id]
    assert offering.can_start(first.id, again)


@pytest.mark.parametrize("condition", LIBRARY.never_offer)
def test_nothing_is_offered_where_it_never_is(condition: str) -> None:
    now = replace(NOW, conditions=frozenset({condition}), is_asked_for=True)
    assert not offering.best(now)
    assert not offering.allowed_ids(now)


def test_nothing_can_be_started_in_a_crisis_and_what_does_not_fit_is_left_out() -> None:
    for condition in LIBRARY.conditions:
        now = replace(NOW, conditions=frozenset({condition}))
        listed = {offered.id for offered in offering.library(now)}
        forbidden = {p.id for p in LIBRARY.practices if condition in p.not_when}
        if condition in LIBRARY.never_start:
            assert not listed, condition
        else:
            assert listed == {p.id for p in LIBRARY.practices} - forbidden, condition
        assert not offering.can_start("ride_it_out", now) or "ride_it_out" in listed


@pytest.mark.parametrize(
    "changes",
    [
        {"reply": 1},
        {"offers": 3},
        {"refusals": 2},
        {"since_grief": 0},
        {"since_grief": 2},
        {"is_held_back": True},
        {"stage": Stage.PRECONTEMPLATION},
    ],
)
def test_the_pace_is_kept(changes: dict[str, Any]) -> None:
    assert _best(NOW)
    assert not _best(replace(NOW, **changes))


def test_somebody_who_asks_gets_one_whatever_the_pace() -> None:
    asked = replace(NOW, reply=1, offers=3, refusals=2, is_asked_for=True)
    assert _best(asked)
    assert _best(replace(asked, stage=Stage.PRECONTEMPLATION))
    assert not _best(replace(asked, since_grief=1))


def test_what_was_done_lately_or_seen_in_this_session_is_not_offered_again() -> None:
    assert _best(replace(NOW, recent=frozenset({"ride_it_out"}))) != ["ride_it_out"]
    again = replace(NOW, recent=frozenset({"ride_it_out"}), is_asked_for=True)
    assert _best(again, 24)[-1] == "ride_it_out"
    assert "ride_it_out" not in _best(replace(again, seen=frozenset({"ride_it_out"})), 24)


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("about to buy these shoes, help", "urge_now"),
        ("Estoy a punto de comprar unas zapatillas", "urge_now"),
        ("What if I lose my job, I can’t stop thinking about it", "looping_worry"),
        ("y si pierdo el trabajo", "looping_worry"),
        ("I haven't opened the bank app since August", "unopened"),
        ("no he abierto las cartas", "unopened"),
        ("blew it again last night, 3 parcels, I'm useless", "slip"),
        ("blew it again last night, 3 parcels, I'm useless", "self_critical"),
        ("otra vez le dije que sí a mi hermano", "said_yes_again"),
        ("I'm so ashamed of how I live", "ashamed"),
        ("me da vergüenza", "ashamed"),
        ("I opened it!!", "good_news"),
        ("idk", "do_not_know"),
        ("no sé qué siento", "do_not_know"),
    ],
)
def test_a_moment_is_heard(said: str, moment: str) -> None:
    assert moment in moments_in(said)


@pytest.mark.parametrize(
    ("said", "condition"),
    [
        ("it was mum's birthday yesterday, she died in feb", "grief_now"),
        ("mi papá falleció en marzo", "grief_now"),
        ("my husband doesn't know about the second credit card", "first_secret"),
        ("nadie lo sabe", "first_secret"),
        ("there's a court letter in the drawer and it says friday", "legal_deadline"),
        ("me llegó una carta del juzgado", "legal_deadline"),
        ("I can't pay the rent this month", "acute_need"),
    ],
)
def test_a_condition_is_heard(said: str, condition: str) -> None:
    assert condition in conditions_in(said)


def test_ordinary_words_are_no_moment_and_no_condition() -> None:
    for said in ("hi", "ok thanks, going to bed", "gracias, me voy a dormir", "my cat is here"):
        assert not moments_in(said), said
        assert not conditions_in(said), said


def test_tears_and_an_insight_hold_an_exercise_back() -> None:
    for said in ("I'm in tears", "estoy llorando", "I just realised it's my dad's voice"):
        assert moments.is_held_back(said), said
    assert not moments.is_held_back("I cried in the car park after my card got declined")


def test_somebody_asks_for_an_exercise() -> None:
    asked = ("got anything quick for stress?", "do you have an exercise", "¿tienes algo corto?")
    for said in asked:
        assert asks_for_practice(said), said
    assert not asks_for_practice("I did something today")


def test_every_name_in_the_matcher_is_one_of_the_content() -> None:
    assert moments.patterns("moments").keys() | {FIRST_TIME} == LIBRARY.moments.keys()
    assert moments.patterns("conditions").keys() <= LIBRARY.conditions.keys()
