"""Prometheus metrics of this process: numbers and kinds, no ids and no user content.

One registry per engine, so that two engines in one process don't count together.
"""

from __future__ import annotations

import secrets
from ipaddress import ip_address
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coaching.settings import Settings

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 21, 60)


_PASSED_ON = ("x-forwarded-for", "forwarded", "via")


def may_read(settings: Settings, address: str, headers: Mapping[str, str]) -> bool:
    """Return True for this machine and for whoever has METRICS_TOKEN.

    A proxy on this machine passes others on from loopback, and names them in a header.
    """
    token = settings.metrics_token.get_secret_value()
    given = headers.get("authorization", "").removeprefix("Bearer ")
    if token and secrets.compare_digest(given.encode(), token.encode()):
        return True
    return _is_loopback(address) and not any(name in headers for name in _PASSED_ON)


class Meters:
    """Counters of turns and calls, and gauges that are set when they are read."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self.turns = Counter(
            "toney_turns", "Turns that ended.", ("status", "model"), registry=registry
        )
        self.first_word = Histogram(
            "toney_first_word_seconds",
            "From the start of an attempt to the first word of its reply.",
            registry=registry,
            buckets=_SECONDS,
        )
        self.calls = Counter(
            "toney_model_calls", "Calls of a model.", ("role", "outcome"), registry=registry
        )
        self.call_seconds = Histogram(
            "toney_model_call_seconds",
            "How long calls of a model took.",
            ("role",),
            registry=registry,
            buckets=_SECONDS,
        )
        self.cost = Counter(
            "toney_model_cost_usd", "What calls of a model cost.", ("role",), registry=registry
        )
        self.reminders = Counter(
            "toney_reminders", "Reminders by end: sent, failed.", ("outcome",), registry=registry
        )
        for outcome in ("sent", "failed"):
            self.reminders.labels(outcome)
        self.ready = Gauge(
            "toney_ready", "1 if a part can do its work.", ("part",), registry=registry
        )
        self.jobs = Gauge(
            "toney_jobs", "Jobs by state: due, running, failed.", ("status",), registry=registry
        )
        self.turns_now = Gauge(
            "toney_turns_unfinished", "Turns that wait or run.", ("status",), registry=registry
        )
        self.sockets = Gauge("toney_sockets", "Open sockets of pages.", registry=registry)
        self.connections = Gauge(
            "toney_database_connections", "Connections in use now.", registry=registry
        )
        self.backup_age = Gauge(
            "toney_backup_age_seconds", "Age of the newest daily backup.", registry=registry
        )
        self.backup_age.set(float("nan"))

    def called(self, role: str, outcome: str, milliseconds: int, microusd: int) -> None:
        """Count one call of a model."""
        self.calls.labels(role, outcome).inc()
        self.call_seconds.labels(role).observe(milliseconds / 1000)
        self.cost.labels(role).inc(microusd / 1_000_000)

    def exposition(self) -> bytes:
        """Return all of it in Prometheus's text format."""
        return generate_latest(self._registry)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
