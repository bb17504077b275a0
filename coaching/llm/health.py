"""Health of the models: open circuit breakers, retired models, the last error of each.

One circuit per model: what is overloaded or retired is a model. A fault of the account (key, bill,
spending limit) meets every call alike, and no number of people will change it: two are enough.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.errors import LLMUnavailable, OutsideWorld
from coaching.llm.faults import ACCOUNT, ANSWERS, CIRCUIT_OPEN

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from coaching.clock import Clock
    from coaching.llm.roles import ModelChoice, RolePlan
    from coaching.values.enums import Role

FAILURES = 5
"""Failures in a row, within thirty seconds, that open a circuit; then one call may try."""
WITHIN = timedelta(seconds=30)
RESTS_FOR = timedelta(seconds=30)
GONE_FOR = timedelta(hours=1)
ENOUGH_OF_THE_ACCOUNT = 2


class CircuitState(StrEnum):
    """State of a circuit breaker: closed, open or half open."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class Circuit:
    """Counts failures and says who may pass. Time comes from outside."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failed_at: deque[datetime] = deque(maxlen=FAILURES)
        self._opened_at: datetime | None = None
        self._is_tried = False

    @property
    def state(self) -> CircuitState:
        """Closed, open, or half-open: one call may try, or is trying."""
        if self._opened_at is None:
            return CircuitState.CLOSED
        # Also after a clock that was set back: it would rest until that time comes again.
        is_over = not self._opened_at <= self._clock.now() < self._opened_at + RESTS_FOR
        return CircuitState.HALF_OPEN if is_over else CircuitState.OPEN

    @property
    def may_pass(self) -> bool:
        """Return True if a call that begins now would be let through."""
        state = self.state
        return state is CircuitState.CLOSED or (
            state is CircuitState.HALF_OPEN and not self._is_tried
        )

    def begin(self) -> bool:
        """Return True and begin if a call may be made; while half open, one test call at a time."""
        passes = self.may_pass
        if passes and self._opened_at is not None:
            self._is_tried = True
        return passes

    def succeeded(self) -> None:
        """Close the circuit: an answer came."""
        self._failed_at.clear()
        self._opened_at, self._is_tried = None, False

    def failed(self, *, enough: int = FAILURES) -> None:
        """Count a failure; `enough` in a row open the circuit, and so does a try that failed."""
        now = self._clock.now()
        self._failed_at.append(now)
        recent = sum(at > now - WITHIN for at in self._failed_at)
        if self._is_tried or (self._opened_at is None and recent >= enough):
            self._opened_at, self._is_tried = now, False

    def let_go(self) -> None:
        """Forget a call that told nothing, because somebody pressed stop. The next one may try."""
        self._is_tried = False


@dataclass(frozen=True, slots=True)
class Fault:
    """Last error of a model, and whether a call has succeeded since."""

    kind: str
    model: str
    at: datetime
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class RoleHealth:
    """Model in use for a role, and whether it may be called."""

    role: str
    model: str
    state: CircuitState
    is_fallback: bool


@dataclass(frozen=True, slots=True)
class HealthReport:
    """Status report for the admin: ids of models and names of errors, no user content."""

    roles: tuple[RoleHealth, ...]
    fault: Fault | None
    gone: tuple[str, ...]

    @property
    def state(self) -> CircuitState:
        """The worst of the roles' states."""
        states = {role.state for role in self.roles}
        worst_first = (CircuitState.OPEN, CircuitState.HALF_OPEN)
        return next((state for state in worst_first if state in states), CircuitState.CLOSED)


class ModelHealth:
    """Watches every call of one process."""

    def __init__(self, plans: Mapping[Role, RolePlan], clock: Clock) -> None:
        self._plans = plans
        self._clock = clock
        self._circuits: dict[str, Circuit] = {}
        self._gone: dict[str, datetime] = {}
        self._fault: Fault | None = None
        self._reported: HealthReport | None = None

    def choice(self, role: Role, wanted: str = "") -> ModelChoice:
        """Return the wanted model if it may be asked, or the first of the role that isn't gone."""
        choices = self._plans[role].choices
        gone = self._gone_now()
        other = self._plans[role].named(wanted) if wanted else None
        if other and wanted not in gone and self._circuit(wanted).may_pass:
            return other
        for choice in choices:
            if choice.model not in gone:
                return choice
        return choices[-1]

    def has_gone(self, role: Role, choice: ModelChoice) -> bool:
        """Mark a model as gone for a while; return False if no other model is left."""
        self._gone[choice.model] = self._clock.now()
        return self._living(role) > 0

    def state(self, role: Role) -> CircuitState:
        """Return whether the model of a role may be asked."""
        return self._circuit(self.choice(role).model).state

    def may_ask(self, role: Role) -> bool:
        """Return True if a call that begins now would be let through."""
        return self._circuit(self.choice(role).model).may_pass

    @contextmanager
    def watching(self, model: str) -> Generator[None]:
        """Record how one call ends; raises LLMUnavailable at once if the circuit is open."""
        circuit = self._circuit(model)
        if not circuit.begin():
            raise LLMUnavailable("left alone for a while", kind=CIRCUIT_OPEN)
        try:
            yield
        except OutsideWorld as fault:
            self._failed(circuit, model, fault.kind)
            raise
        except BaseException:
            circuit.let_go()
            raise
        circuit.succeeded()
        if self._fault is not None and self._fault.model == model and not self._fault.is_over:
            self._fault = Fault(self._fault.kind, model, self._fault.at, is_over=True)

    def report(self) -> HealthReport:
        """Return how everything is now."""
        roles = tuple(self._of_role(role) for role in self._plans)
        return HealthReport(roles, self._fault, tuple(sorted(self._gone_now())))

    def news(self) -> HealthReport | None:
        """Return the report if it differs from the one that was reported last."""
        now = self.report()
        return None if now == self._reported else now

    def mark_reported(self, report: HealthReport) -> None:
        """Mark this report as stored, so that it isn't reported again."""
        self._reported = report

    def _failed(self, circuit: Circuit, model: str, kind: str) -> None:
        if kind in ANSWERS:
            circuit.let_go()
            return
        self._fault = Fault(kind, model, self._clock.now())
        circuit.failed(enough=ENOUGH_OF_THE_ACCOUNT if kind in ACCOUNT else FAILURES)

    def _circuit(self, model: str) -> Circuit:
        if model not in self._circuits:
            self._circuits[model] = Circuit(self._clock)
        return self._circuits[model]

    def _gone_now(self) -> Sequence[str]:
        if not self._gone:
            return ()
        oldest = self._clock.now() - GONE_FOR
        return [model for model, at in self._gone.items() if at > oldest]

    def _living(self, role: Role) -> int:
        gone = self._gone_now()
        return sum(choice.model not in gone for choice in self._plans[role].choices)

    def _of_role(self, role: Role) -> RoleHealth:
        model, first = self.choice(role).model, self._plans[role].choices[0].model
        return RoleHealth(role.value, model, self._circuit(model).state, is_fallback=model != first)
