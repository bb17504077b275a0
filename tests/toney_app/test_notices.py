from __future__ import annotations

from datetime import UTC, datetime

import pytest

from coaching import errors
from coaching.content import texts
from toney_app.notice_state import on_error, problem_key

NOON = datetime(2026, 1, 12, 12, tzinfo=UTC)
EXPECTED = [
    (errors.RateLimited(reason="queue"), "ui.problem.queue"),
    (errors.NotAllowed(reason="consent"), "ui.problem.consent"),
    (errors.NotAllowed(), "ui.problem.forbidden"),
    (errors.LimitReached(limit=50, reset_at=NOON), "ui.problem.day"),
    (errors.InvalidInput({"text": "is empty"}), "ui.problem.validation_error"),
    (errors.Unauthenticated(), "ui.problem.unauthenticated"),
    (errors.NotFound(), "ui.problem.not_found"),
    (errors.Unavailable(), "ui.problem.unavailable"),
    (errors.LLMTimeout(), "ui.problem.model_unavailable"),
    (errors.ToolFailed(), "ui.problem.internal_error"),
    (ZeroDivisionError(), "ui.problem.internal_error"),
]


@pytest.mark.parametrize(("error", "key"), EXPECTED)
def test_every_error_has_words_for_the_person(error: Exception, key: str) -> None:
    assert problem_key(error) == key
    assert texts()[key]


def test_what_was_not_stored_is_not_called_safe() -> None:
    assert "Nothing was changed" in errors.Unavailable().say
    assert "safe" not in errors.ToneyError().say


def test_a_bug_is_logged_without_words(capsys: pytest.CaptureFixture[str]) -> None:
    on_error(ValueError("what the person wrote"))
    assert "what the person wrote" not in capsys.readouterr().out
