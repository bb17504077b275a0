from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coaching.prompts import preface
from coaching.safety.screen import PRECEDENCE
from coaching.values.context import WinView
from coaching.values.corrections import Correction, Withheld
from coaching.values.enums import CheckAnswer, Depth, LearningStyle, SafetyLevel, Verdict
from coaching.values.preface import FocusNews, PrefaceFacts, StyleNews
from coaching.values.safety import SafetyVerdict
from tests.support.situations import NOW, TODAY, card

CARD = card(1, "Looking is enough for today", "I look once.", times_completed=2, skips_last_week=1)


def note(**news: Any) -> str:
    """Return the note for some news."""
    return preface(PrefaceFacts(**news))


def test_without_news_there_is_no_note() -> None:
    assert note() == ""


def test_the_day_is_told_as_people_say_it() -> None:
    assert note(today=TODAY) == "<note>\nToday is Friday, 20 November 2026 where they are.\n</note>"


def test_a_changed_style_is_told_in_mid_session() -> None:
    told = note(style=StyleNews(7.5, Depth.DEEP, LearningStyle.STORY))

    assert "From now on: tone 7.5 of 10. Come to the point" in told
    assert "Depth: deep. What helps them understand: story." in told
    assert "Don't comment on the change." in told


def test_the_focus_card_comes_with_its_counts_and_the_answer_of_today() -> None:
    told = note(focus=FocusNews(CARD, "did it"))

    assert "<card>Looking is enough for today: I look once.</card> (done so far: 2; " in told
    assert '"Not today" in the last seven days: 1; today: did it).' in told
    assert "isn't working" not in told


def test_a_new_card_comes_without_counts_of_nothing() -> None:
    told = note(focus=FocusNews(replace(CARD, times_completed=0, skips_last_week=0)))

    assert "I look once.</card>." in told
    assert "so far" not in told


def test_a_card_that_is_put_off_again_and_again_does_not_fit() -> None:
    put_off = card(1, "a", "b", skips_last_week=4)

    assert "That card isn't working for them" in note(focus=FocusNews(put_off))


def test_an_empty_place_on_home_is_told() -> None:
    assert "There is no card on their home screen now." in note(focus=FocusNews(None))


def test_new_cards_and_wins_are_told_in_their_words() -> None:
    win = WinView(CARD.id, "Opened one", NOW)

    told = note(new_cards=(CARD, CARD), new_wins=(win,))

    assert told.count("<card>") == 2
    assert "Wins they have saved: <win>Opened one</win>." in told


@pytest.mark.parametrize(
    ("quiet", "words"), [(True, "don't offer cards"), (False, "You can offer cards")]
)
def test_quiet_days_begin_and_end(quiet: bool, words: str) -> None:
    assert words in note(is_quiet=quiet)


@pytest.mark.parametrize(
    ("category", "asks"),
    [
        ("suicidality", "are they thinking about ending their life?"),
        ("harm_to_others", "are they thinking about hurting someone?"),
        ("substance_eating", "If you can't tell whether they are safe, ask once, directly"),
    ],
)
def test_a_concern_is_answered_first_and_then_asked_about_directly(
    category: str, asks: str
) -> None:
    told = note(safety=SafetyVerdict(SafetyLevel.CONCERN, category), places=("Samaritans",))

    assert "Answer what they said first." in told
    assert asks in told
    assert "in one sentence at most; of helplines, only those the app shows: Samaritans." in told


def test_a_doubt_is_told_as_one_that_is_often_wrong() -> None:
    told = note(safety=SafetyVerdict(doubt="suicidality"))

    assert "took this for thoughts of ending their life. It is often wrong" in told
    assert "If not, answer what they said and don't mention this." in told


@pytest.mark.parametrize("category", PRECEDENCE)
@pytest.mark.parametrize("level", [SafetyLevel.CONCERN, SafetyLevel.CRISIS])
def test_every_danger_is_named_in_words(category: str, level: SafetyLevel) -> None:
    told = note(safety=SafetyVerdict(level, category))

    assert "_" not in told
    assert ("Add at most 60 words" in told) == (level is SafetyLevel.CRISIS)


@pytest.mark.parametrize("category", ["suicidality", "acute_debt"])
def test_after_a_false_alarm_the_coach_may_answer_what_was_asked(category: str) -> None:
    told = note(safety=SafetyVerdict(SafetyLevel.CRISIS, category))

    assert "If they plainly mean something else" in told
    assert "answer what they asked" in told
    assert "Nothing else" not in told


def test_a_question_does_not_wait_behind_the_question_about_danger() -> None:
    told = note(check=CheckAnswer.OPEN)

    assert told.index("Answer what they wrote") < told.index("come back to the question")
    assert "answer now what they asked before" in note(check=CheckAnswer.SAFE)


def test_a_vague_answer_about_danger_is_no_yes() -> None:
    told = note(check=CheckAnswer.UNCLEAR)

    assert "Don't read it as a yes" in told
    assert "Ask the same question once more, in one plain sentence" in told


def test_nothing_is_called_corrected_when_no_correction_is_named() -> None:
    declined = Correction("Wine to sleep", Verdict.DELETED, withheld=Withheld.DECLINED)

    told = note(corrected=(declined,))

    assert "corrected it" not in told
    assert "did not want something sensitive to be remembered" in told


def test_a_shortage_is_met_with_a_step_and_not_with_company() -> None:
    told = note(safety=SafetyVerdict(SafetyLevel.CRISIS, "acute_debt"))

    assert "one practical step" in told
    assert "near who" not in told


def test_the_coach_is_told_which_fixed_words_stand_above_its_reply() -> None:
    crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")

    told = note(safety=crisis, shown="Thank you for telling me.")

    assert 'Above your reply, the app says: "Thank you for telling me." Don\'t repeat' in told
