"""Logs say what happened and where, and never a person's words."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

import pytest
import structlog

from coaching.serving import logs

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.settings import Settings


def fail() -> None:
    raise ValueError("I owe my brother 400")


@pytest.mark.parametrize("logger", [structlog.get_logger("ours"), logging.getLogger("theirs")])
def test_an_error_is_named_without_its_words(
    make_settings: Callable[..., Settings], capsys: pytest.CaptureFixture[str], logger: object
) -> None:
    logs.configure(make_settings(log_json=True))
    try:
        fail()
    except ValueError:
        logger.exception("turn.failed")  # pyrefly: ignore[missing-attribute]
    line = capsys.readouterr().out.strip()
    event = json.loads(line)
    assert (event["event"], event["error"], event["level"]) == (
        "turn.failed",
        "ValueError",
        "error",
    )
    assert event["at"].startswith("test_logs.py:")
    assert "brother" not in line


@pytest.mark.parametrize(
    "library", ["anthropic._base_client", "httpx", "httpcore.http11", "aiosqlite", "any.library"]
)
def test_at_debug_no_library_repeats_what_a_person_wrote(
    make_settings: Callable[..., Settings], capsys: pytest.CaptureFixture[str], library: str
) -> None:
    logs.configure(make_settings(log_level="DEBUG"))
    logging.getLogger(library).debug("Request options: {'content': 'I owe my brother 400'}")
    structlog.get_logger("ours").debug("unit", number=1)
    line = capsys.readouterr().out
    assert "brother" not in line
    assert "event=unit" in line


def test_one_line_per_event(
    make_settings: Callable[..., Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(make_settings(log_level="WARNING"))
    structlog.get_logger().info("not shown")
    structlog.get_logger().warning("turn.slow", turn="a b", step=2)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    assert "event=turn.slow" in lines[0]
    assert 'turn="a b"' in lines[0]


def test_the_framework_may_not_repeat_what_a_person_sent(
    make_settings: Callable[..., Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(make_settings())
    logging.getLogger("reflex.app").error("No handler for Event(payload={'text': 'my brother'})")
    line = capsys.readouterr().out
    assert "event=reflex.app:" in line
    assert "brother" not in line


@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
def test_what_was_searched_for_is_in_no_line(
    make_settings: Callable[..., Settings], capsys: pytest.CaptureFixture[str], level: str
) -> None:
    logs.configure(make_settings(log_level=level))
    for library in ("httpx2", "httpcore2", "httpcore2.http11"):
        logging.getLogger(library).info("HTTP Request: GET https://a.example/?q=debt+advice")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["anthropic._base_client", "httpx2", "sqlalchemy.engine.Engine"])
def test_a_library_that_raises_its_own_level_is_not_heard(
    name: str, make_settings: Callable[..., Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(make_settings(log_level="DEBUG"))
    loud = logging.getLogger(name)
    loud.setLevel(logging.DEBUG)
    try:
        loud.debug("Request options: %s", {"messages": "I opened the drawer"})
        loud.warning("retrying")
    finally:
        loud.setLevel(logging.NOTSET)
    told = capsys.readouterr().out
    assert "drawer" not in told
    assert "retrying" in told
