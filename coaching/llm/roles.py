"""One table: role → models, thinking, effort, limits and deadlines (claude-api.md §1, §3, §4).

What the first seed set by temperature is set here: the Coach answers without thinking first, the
Observer follows a rubric, the Strategist thinks (K18). A fallback takes its own parameters, since
no two models accept the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from coaching.values.enums import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coaching.settings import Settings

Effort = Literal["low", "medium", "high"]
Thinking = Literal["between_tools", "adaptive", "disabled"]


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds. `head` holds all attempts until the service answers; `gap` is silence after that."""

    head: float
    first_token: float
    gap: float
    total: float

    def times(self, factor: float) -> Deadlines:
        """Return deadlines this many times as long."""
        return Deadlines(
            self.head * factor, self.first_token * factor, self.gap * factor, self.total * factor
        )


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model with the parameters it accepts; no thinking mode means the model's own default."""

    model: str
    effort: Effort
    thinking: Thinking | None


@dataclass(frozen=True, slots=True)
class RolePlan:
    """How a role asks. `choices` are tried in order when a model no longer exists."""

    choices: tuple[ModelChoice, ...]
    max_tokens: int
    deadlines: Deadlines
    streamed: bool = True
    marks_messages: bool = False


QUICK_THINKING: Mapping[str, Thinking] = {
    "claude-sonnet-5-5": "between_tools",
    "claude-haiku-5-5": "disabled",
    "claude-opus-5-5": "adaptive",
    "claude-sonnet-5": "disabled",
}
ADAPTIVE = frozenset(QUICK_THINKING)
FALLBACKS: Mapping[Role, tuple[str, ...]] = {
    Role.COACH: ("claude-sonnet-5-5", "claude-opus-5-5", "claude-sonnet-5"),
    Role.OBSERVER: ("claude-haiku-5-5", "claude-sonnet-5-5"),
    Role.STRATEGIST: ("claude-sonnet-5-5", "claude-opus-5-5"),
}
EFFORTS: Mapping[Role, Effort] = {
    Role.COACH: "medium",
    Role.OBSERVER: "low",
    Role.STRATEGIST: "medium",
}
# Opus cannot skip thinking; at low effort it skips most of it, so that the first word comes soon.
EFFORT_EXCEPTIONS: Mapping[tuple[Role, str], Effort] = {(Role.COACH, "claude-opus-5-5"): "low"}


DEADLINES: Mapping[Role, Deadlines] = {
    Role.COACH: Deadlines(head=20, first_token=30, gap=20, total=120),
    Role.OBSERVER: Deadlines(head=40, first_token=40, gap=20, total=60),
    Role.STRATEGIST: Deadlines(head=60, first_token=120, gap=120, total=300),
}


def role_plans(settings: Settings) -> dict[Role, RolePlan]:
    """Return how each role asks, with the models and deadlines that the settings want."""
    factor = settings.model_deadline_factor
    return {
        Role.COACH: RolePlan(
            choices=_choices(Role.COACH, settings.coach_model),
            max_tokens=4000,
            deadlines=DEADLINES[Role.COACH].times(factor),
            marks_messages=True,
        ),
        Role.OBSERVER: RolePlan(
            choices=_choices(Role.OBSERVER, settings.observer_model),
            max_tokens=1500,
            deadlines=DEADLINES[Role.OBSERVER].times(factor),
            streamed=False,
        ),
        Role.STRATEGIST: RolePlan(
            choices=_choices(Role.STRATEGIST, settings.strategist_model),
            max_tokens=8_000,
            deadlines=DEADLINES[Role.STRATEGIST].times(factor),
        ),
    }


def _choices(role: Role, configured: str) -> tuple[ModelChoice, ...]:
    others = (model for model in FALLBACKS[role] if model != configured)
    return tuple(_choice(role, model) for model in (configured, *others))


def _choice(role: Role, model: str) -> ModelChoice:
    effort = EFFORT_EXCEPTIONS.get((role, model), EFFORTS[role])
    if role is Role.STRATEGIST:
        return ModelChoice(model, effort, "adaptive" if model in ADAPTIVE else None)
    return ModelChoice(model, effort, QUICK_THINKING.get(model))
