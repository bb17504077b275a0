from __future__ import annotations

import pytest

from coaching.prompts import preface
from coaching.values.context import WinView
from coaching.values.enums import Depth, LearningStyle, SafetyLevel
from coaching.values.preface import FocusNews, PrefaceFacts, StyleNews
from coaching.values.safety import SafetyVerdict
from tests.support.situations import NOW, TODAY, card

CARD = card(1, "Seeing is not fixing", "I look once.", times_completed=2, skips_last_week=1)


def note(**news: object) -> str:
    """Return the note for some news."""
    return preface(PrefaceFacts(**news))  # pyright: ignore[reportArgumentType]


def test_without_news_there_is_no_note() -> None:
    assert note() == ""


def test_the_day_is_told_as_people_say_it() -> None:
    assert note(today=TODAY) == "<note>\nToday is Friday, 20 November 2026 for them.\n</note>"


def test_a_changed_style_is_told_in_mid_session() -> None:
    told = note(style=StyleNews(7.5, Depth.DEEP, LearningStyle.STORY))

    assert "From now on: tone 7.5 of 10. Begin with what happened" in told
    assert "Depth deep; it clicks through story." in told
    assert "Tell them once" not in told


def test_a_capped_tone_is_to_be_mentioned() -> None:
    assert "Tell them once" in note(
        style=StyleNews(4, Depth.LIGHT, LearningStyle.STORY, is_capped=True)
    )


def test_the_focus_card_comes_with_its_counts_and_the_answer_of_today() -> None:
    told = note(focus=FocusNews(CARD, "did it"))

    assert "<card>Seeing is not fixing: I look once.</card>; done 2 times" in told
    assert '"not today" 1 times in the last seven days; today: did it.' in told
    assert "does not fit" not in told


def test_a_card_that_is_put_off_again_and_again_does_not_fit() -> None:
    put_off = card(1, "a", "b", skips_last_week=4)

    assert "That card does not fit." in note(focus=FocusNews(put_off))


def test_an_empty_place_on_home_is_told() -> None:
    assert "There is no card on home now." in note(focus=FocusNews(None))


def test_new_cards_and_wins_are_told_in_their_words() -> None:
    win = WinView(CARD.id, "Opened one", NOW)

    told = note(new_cards=(CARD, CARD), new_wins=(win,))

    assert told.count("<card>") == 2
    assert "New among their wins: <win>Opened one</win>." in told


def test_the_last_opening_is_not_to_come_back() -> None:
    assert "Don't begin with <words>A lift</words> again." in note(last_opening="A lift")


@pytest.mark.parametrize(("quiet", "words"), [(True, "offer no card"), (False, "may come up")])
def test_quiet_days_begin_and_end(quiet: bool, words: str) -> None:
    assert words in note(is_quiet=quiet)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (SafetyLevel.CONCERN, "one direct check, or one offer of help"),
        (SafetyLevel.CRISIS, "Add at most 60 words"),
    ],
)
def test_the_verdict_on_a_message_goes_with_it(level: SafetyLevel, words: str) -> None:
    told = note(safety=SafetyVerdict(level, "acute_debt"))

    assert words in told
    assert "(acute_debt)" in told


def test_the_coach_is_told_which_fixed_words_stand_above_its_reply() -> None:
    crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")

    told = note(safety=crisis, shown="Thank you for telling me.")

    assert 'right above your reply: "Thank you for telling me." Go on where it ends' in told
