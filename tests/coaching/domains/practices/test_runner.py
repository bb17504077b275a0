"""The runner leads every practice to its ends, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.practices import runner
from coaching.domains.practices.runner import BLANK, Answer, Place
from coaching.domains.practices.screen import Screen, Shown, show
from coaching.errors import InvalidInput
from coaching.values.enums import Tension
from tests.coaching.domains.practices.played import LIBRARY, ends_of

if TYPE_CHECKING:
    from coaching.domains.practices.content import Practice

MOST_STEPS = 8
NAME_IT = LIBRARY.practices[0]


def _shown(practice_id: str, place: Place, language: str = "en") -> Shown:
    practice = LIBRARY.find(practice_id)
    assert practice
    return show(Screen(uuid4(), LIBRARY, practice, place, None, language))


def _that_lead_elsewhere(practice: Practice) -> set[Tension]:
    return {tension for step in practice.steps.values() for tension in step.next_by_tension}


def _after(practice_id: str, *answers: Answer, tension: Tension | None = None) -> Place:
    practice = LIBRARY.find(practice_id)
    assert practice
    place = runner.begin(practice)
    for answer in answers:
        place = runner.advance(LIBRARY, practice, place, answer, tension=tension, language="en")
    return place


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_practice_comes_to_every_end_with_every_slot_filled(language: str) -> None:
    broken: list[str] = []
    for practice in LIBRARY.practices:
        reached: set[str] = set()
        for tension in (None, *_that_lead_elsewhere(practice)):
            for place in ends_of(practice, language, tension):
                reached |= {*place.trail, place.step}
                screen = Screen(uuid4(), LIBRARY, practice, place, tension, language)
                shown = show(screen)
                texts = [shown.text, *(o.preview for o in shown.outcomes)]
                way = f"{practice.id} {language} {' → '.join((*place.trail, place.step))}"
                if len(place.trail) + 1 > MOST_STEPS:
                    broken.append(f"{way}: too long")
                if any(BLANK in text or "{" in text for text in texts):
                    broken.append(f"{way}: an empty slot in {texts}")
                if shown.progress != 1:
                    broken.append(f"{way}: progress is {shown.progress}")
                if bool(place.left_by) and any(o.kind != "nothing" for o in shown.outcomes):
                    broken.append(f"{way}: something to keep after leaving")
        if idle := set(practice.steps) - reached:
            broken.append(f"{practice.id}: never reached {sorted(idle)}")
    assert not broken


def test_a_branch_is_taken_by_the_number_before_the_next_step() -> None:
    assert _after("name_it", Answer(chip="scared"), Answer(number=8)).step == "stay"
    strong = _after("name_it", Answer(chip="scared"), Answer(number=9))
    assert (strong.step, strong.left_by) == ("@too_much", "too_much")


def test_a_number_is_compared_with_an_earlier_one() -> None:
    compared = [
        (p.id, name) for p in LIBRARY.practices for name, step in p.steps.items()
        if any(way.var for way in step.branch)
    ]  # fmt: skip
    assert compared == [("guess_then_look", "after")]
    practice = LIBRARY.find("guess_then_look")
    assert practice
    for number, less in ((6, False), (3, True)):
        place = Place("after", {"before": 6, "target": "x"})
        went = runner.advance(
            LIBRARY, practice, place, Answer(number=number), tension=None, language="en"
        )
        assert (went.step == "end_less") is less


def test_the_lead_tension_changes_the_text_and_the_way() -> None:
    step = NAME_IT.steps["word"]
    assert runner.wording(step, Tension.NUMB) != runner.wording(step, Tension.WORRY) == step.text
    assert _after("small_test", Answer(), tension=Tension.GRIP).step == "pick_grip"


def test_a_chip_without_a_value_stores_its_text() -> None:
    place = _after("answer_later")
    practice = LIBRARY.find("answer_later")
    assert practice
    step = practice.steps["line"]
    place = Place("line", {}, ("start",))
    went = runner.advance(
        LIBRARY, practice, place, Answer(chip="look"), tension=None, language="es"
    )
    assert went.answers["line"] == next(c.text.es for c in step.chips if c.id == "look")


def test_what_is_written_fits_into_a_sentence() -> None:
    place = _after("name_it", Answer(chip="own"), Answer(text="  a knot \n in me. "))
    assert place.answers["feeling"] == "a knot in me"


def test_a_skipped_answer_has_its_fallback() -> None:
    practice = LIBRARY.find("if_then")
    assert practice
    both = practice.variables["backup"].fallback
    assert both
    said = runner.fill(practice, Place("end"), type(both)(en="or {backup}", es="o {backup}"), "es")
    assert said == f"o {both.es}"


@pytest.mark.parametrize(
    ("place", "answer", "field"),
    [
        (Place("word"), Answer(chip="hungry"), "chip"),
        (Place("word"), Answer(text="hungry"), "chip"),
        (Place("own"), Answer(text=" "), "text"),
        (Place("own"), Answer(text="x" * 31), "text"),
        (Place("own"), Answer(skip=True), "skip"),
        (Place("before"), Answer(), "number"),
        (Place("before"), Answer(number=11), "number"),
        (Place("end"), Answer(), "step"),
    ],
)
def test_an_answer_that_does_not_fit_says_what_would(
    place: Place, answer: Answer, field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        runner.advance(LIBRARY, NAME_IT, place, answer, tension=None, language="en")
    assert list(refused.value.fields) == [field]


def test_going_back_keeps_the_answers() -> None:
    place = _after("name_it", Answer(chip="scared"), Answer(number=4))
    before = runner.back(runner.back(place))
    assert (before.step, before.trail) == ("word", ())
    assert before.answers["feeling"] == "scared"
    with pytest.raises(InvalidInput):
        runner.back(before)


def test_nobody_comes_back_from_a_way_out() -> None:
    left = runner.leave(LIBRARY, NAME_IT, Place("before", {}, ("word",)), "too_much")
    assert not runner.can_go_back(left)
    assert not runner.can_leave(LIBRARY, NAME_IT, left)


def test_a_practice_may_name_its_own_way_out() -> None:
    practice = LIBRARY.find("guess_then_look")
    assert practice
    assert runner.leave(LIBRARY, practice, Place(practice.start), "too_much").step == "closed"


def test_the_first_step_says_what_it_is_and_what_happens_to_the_answers() -> None:
    first = _shown("name_it", Place("word"), "es")
    assert first.about == LIBRARY.about.es
    assert first.privacy == LIBRARY.labels["privacy"].es
    assert [way.name for way in first.exits] == ["too_much", "not_now", "something_else"]
    later = _shown("name_it", Place("before", {}, ("word",)))
    assert not later.about
    assert not later.privacy
    assert 0 < first.progress < later.progress < 1


def test_a_preview_has_fields_that_can_be_changed() -> None:
    end = _shown("name_it", Place("end", {"feeling": "scared"}, ("word", "before")))
    card, win, nothing = end.outcomes
    assert [field.name for field in card.fields] == ["title", "content"]
    assert "scared" in card.preview
    assert [field.name for field in win.fields] == ["text"]
    assert not nothing.fields
    assert end.suggest
    assert end.suggest.id == "kind_words"
    assert [action.name for action in end.then] == ["another", "talk", "close"]


def test_who_does_not_know_whether_it_is_for_today_is_not_told_that_it_is() -> None:
    first = Answer(text="the card")
    today, unsure = (_after("worry_time", first, Answer(chip=chip)) for chip in ("yes", "unsure"))

    assert "that part" in _shown("worry_time", today).text
    assert "that part" not in _shown("worry_time", unsure).text
