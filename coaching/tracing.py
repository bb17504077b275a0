"""Spans for OpenTelemetry: what ran, for how long and how it ended; ids and kinds, never words.

Without the extra `otel` and the standard OTEL_* variables (coaching/serving/traces.py) there is no
tracer, and a block runs without a span. An exception is noted by its class: its message may hold
words.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from opentelemetry import trace
from opentelemetry.trace import SpanKind, Status, StatusCode

if TYPE_CHECKING:
    from collections.abc import Generator

    from opentelemetry.trace import Span, Tracer

Value = str | int | bool
CLIENT, SERVER = SpanKind.CLIENT, SpanKind.SERVER
_tracer: Tracer | None = None


def use(tracer: Tracer) -> None:
    """Make the spans with a tracer from now on."""
    global _tracer  # noqa: PLW0603 - once a process, as OpenTelemetry's own provider
    _tracer = tracer


@contextmanager
def span(name: str, *, kind: SpanKind = SpanKind.INTERNAL, **attributes: Value) -> Generator[Span]:
    """Run a block as a span, inside the one that runs; `__` in a name stands for a dot."""
    if _tracer is None:
        yield trace.INVALID_SPAN
        return
    running = _begun(_tracer, name, kind, attributes)
    with (
        _ending(running),
        trace.use_span(running, record_exception=False, set_status_on_exception=False),
    ):
        yield running


@contextmanager
def span_of_generator(name: str, **attributes: Value) -> Generator[Span]:
    """Run a block that yields as a span of a call outside; what runs meanwhile isn't inside it."""
    if _tracer is None:
        yield trace.INVALID_SPAN
        return
    running = _begun(_tracer, name, SpanKind.CLIENT, attributes)
    with _ending(running):
        yield running


def _begun(tracer: Tracer, name: str, kind: SpanKind, attributes: dict[str, Value]) -> Span:
    named = {key.replace("__", "."): value for key, value in attributes.items()}
    return tracer.start_span(name, kind=kind, attributes=named)


@contextmanager
def _ending(running: Span) -> Generator[None]:
    try:
        yield
    except BaseException as error:
        running.set_attribute("error.type", type(error).__name__)
        running.set_status(Status(StatusCode.ERROR))
        raise
    finally:
        running.end()
