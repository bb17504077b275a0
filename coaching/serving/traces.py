"""OpenTelemetry: traces leave when the extra `otel` is installed and OTEL_* says where to.

The variables are OpenTelemetry's own (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME,
OTEL_TRACES_SAMPLER …); without an endpoint no package is loaded and no span is sent.
"""

from __future__ import annotations

import importlib
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import structlog

from coaching import tracing

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from coaching.serving.asgi import Scope

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_EXPORTER = "opentelemetry.exporter.otlp.proto.http.trace_exporter"
_log = structlog.get_logger(__name__)


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Return True if the environment names a place for traces and doesn't turn them off."""
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    exporter = environment.get("OTEL_TRACES_EXPORTER", "").strip() or "otlp"
    return exporter == "otlp" and any(environment.get(name) for name in _ENDPOINTS)


def configure() -> None:
    """Send this process's spans away, if that is wanted and the extra is installed."""
    if not is_wanted(os.environ):
        return
    try:
        from opentelemetry import trace  # noqa: PLC0415 - only where traces are wanted
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

        otlp = importlib.import_module(_EXPORTER)
    except ImportError:
        _log.warning("no_traces", why="install toney[otel]")
        return
    named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "toney"}
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(otlp.OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    tracing.use(trace.get_tracer("toney"))


@contextmanager
def request_span(scope: Scope) -> Generator[None]:
    """Run a request as a span named by its route; the path of a sign-in link would be a key."""
    method: str = scope["method"]
    with tracing.span(method, kind=tracing.SERVER, http__request__method=method) as running:
        try:
            yield
        finally:
            if path := getattr(scope.get("route"), "path", ""):
                running.set_attribute("http.route", path)
                running.update_name(f"{method} {path}")
