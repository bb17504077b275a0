"""Logs: stdout, one line per event, ids and never words."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import TYPE_CHECKING, TextIO

import structlog

if TYPE_CHECKING:
    from types import TracebackType

    from structlog.typing import EventDict, Processor, WrappedLogger

    from coaching.settings import Settings

_FRAMES_SHOWN = 4
# These tell about each connection, some with its address, which holds what was searched for.
_TALKATIVE = (
    *("uvicorn", "engineio", "socketio", "reflex", "alembic", "apscheduler"),
    *("httpx", "httpcore", "httpx2", "httpcore2", "anthropic", "aiosqlite", "sqlalchemy"),
)
# These put whole events, with all that a person wrote, into what they say.
_INDISCREET = ("reflex", "socketio", "engineio")
# The framework copies a State's defaults for each person, whatever it says about them.
_OUR_IDIOM = "Mutable default values are not recommended"


def configure(settings: Settings, *, to: TextIO | None = None, at_least: int = 0) -> None:
    """Send our own events and those of the libraries to one place (stdout) in one form."""
    stream = to or sys.stdout
    level = max(logging.getLevelNamesMapping()[settings.log_level], at_least)
    render: Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_json
        else structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
    )
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _name_the_error,
    ]
    structlog.configure(
        processors=[*shared, render],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    # A library's DEBUG lines hold whole requests and statements: DEBUG is for our own events.
    logging.basicConfig(level=max(logging.INFO, level), handlers=[handler], force=True)
    handler.addFilter(_without_words)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, level))


def _without_words(record: logging.LogRecord) -> bool:
    """Of what the framework says keep the place alone; drop what libraries say below a warning.

    A library may set its own level when it is imported (`ANTHROPIC_LOG=debug` does).
    """
    if record.levelno < logging.WARNING and record.name.partition(".")[0] in _TALKATIVE:
        return False
    if record.name.startswith(_INDISCREET):
        if record.getMessage().startswith(_OUR_IDIOM):
            return False
        record.msg, record.args = f"{record.name}:{record.lineno}", ()
    return True


def _name_the_error(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Say what went wrong and where; an error's own message may hold a person's words."""
    info = event.pop("exc_info", None)
    if info is True:
        info = sys.exc_info()
    error = info if isinstance(info, BaseException) else info[1] if info else None
    if error is not None:
        event["error"] = type(error).__name__
        event["at"] = _where(error.__traceback__)
    return event


def _where(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-_FRAMES_SHOWN:]
    return " < ".join(f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno}" for f in reversed(frames))
