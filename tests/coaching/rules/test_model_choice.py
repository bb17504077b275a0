from __future__ import annotations

import pytest

from coaching.rules.model_choice import choose
from coaching.values.enums import Role
from coaching.values.model_choice import ModelWish, Reason
from tests.support.model_asking import settings_of

SMALL, LARGE = "claude-haiku-5-5", "claude-opus-5-5"
LONG = "I want to know which account fits " * 7


@pytest.mark.parametrize(
    ("words", "usual", "saving"),
    [
        ("Thanks, got it.", ModelWish(Reason.SIMPLE, SMALL), ModelWish(Reason.SIMPLE, SMALL)),
        ("What is a money market fund?", ModelWish(Reason.TOOLS), ModelWish(Reason.TOOLS)),
        (LONG, ModelWish(Reason.DEEP, LARGE), ModelWish(Reason.SAVING)),
        ("Is it safe? And is it taxed?", ModelWish(Reason.DEEP, LARGE), ModelWish(Reason.SAVING)),
    ],
)
def test_research_asks_a_model_by_length_and_questions(
    words: str, usual: ModelWish, saving: ModelWish
) -> None:
    settings = settings_of()
    for is_saving, wish in ((False, usual), (True, saving)):
        found = choose(settings, Role.COACH, agent="research", words=words, is_saving=is_saving)
        assert found == wish


def test_the_coachs_voice_never_changes_and_saving_changes_what_runs_behind() -> None:
    settings = settings_of()
    for agent in ("coach", "planning", "clarify", "reflection"):
        for is_saving in (False, True):
            found = choose(settings, Role.COACH, agent=agent, words=LONG, is_saving=is_saving)
            assert found == ModelWish(Reason.VOICE)
    assert choose(settings, Role.OBSERVER, is_saving=True) == ModelWish(Reason.READS)
    assert choose(settings, Role.STRATEGIST) == ModelWish(Reason.PLANS)
    assert choose(settings, Role.STRATEGIST, is_saving=True) == ModelWish(Reason.SAVING, SMALL)


def test_a_local_toney_has_one_model() -> None:
    settings = settings_of().model_copy(update={"model_profile": "local"})
    found = choose(settings, Role.COACH, agent="research", words=LONG)
    assert found == ModelWish(Reason.ONE_MODEL)
