"""Model roles: one row per role with models, thinking, effort, limits, deadlines and usual cost.

What the first seed set by temperature is set here: the Coach answers without thinking first, the
Observer follows a rubric, the Strategist thinks (K18). A closing note takes the Observer's model.
A fallback takes its own parameters, since no two models accept the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from coaching.model_settings import LOCAL, OBSERVER_MODEL, STRATEGIST_MODEL
from coaching.values.enums import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
    """A model with the parameters it accepts; no thinking mode means the model's own default.

    `quick` is its mode with the least thinking.
    """

    model: str
    effort: Effort
    thinking: Thinking | None
    quick: Thinking | None = None


@dataclass(frozen=True, slots=True)
class RolePlan:
    """Settings of a role's calls. `choices` are tried in order if a model no longer exists.

    `others` are what a request may name (coaching/rules/model_choice.py).
    """

    choices: tuple[ModelChoice, ...]
    max_tokens: int
    deadlines: Deadlines
    streamed: bool = True
    marks_messages: bool = False
    is_local: bool = False
    context_tokens: int = 0
    others: tuple[ModelChoice, ...] = ()

    def named(self, model: str) -> ModelChoice | None:
        """Return a model that a request of this role may ask instead of the role's own."""
        return next((choice for choice in self.others if choice.model == model), None)


RESEARCH = "research"
"""Name of the model for long questions, which is none of a role's own."""
LOCAL_SLOWNESS = 4
"""A model on one's own processor reads some hundred tokens a second."""
QUICK_THINKING: Mapping[str, Thinking] = {
    "claude-sonnet-5-5": "between_tools",
    "claude-haiku-5-5": "disabled",
    "claude-opus-5-5": "adaptive",
    "claude-sonnet-5": "disabled",
}
DEEP_THINKING: Mapping[str, Thinking] = dict.fromkeys(QUICK_THINKING, "adaptive")


@dataclass(frozen=True, slots=True)
class ModelRole:
    """One row of `ROLES`. `model` reads the configured model; the fallbacks come after it.

    `efforts` are exceptions by model. A role that `waits` is tried again later while its model is
    away: a plan by rules would be used for a whole session. `usual_output_tokens` is what a running
    call reserves of the day's cost limit.
    """

    model: Callable[[Settings], str]
    fallbacks: tuple[str, ...]
    effort: Effort
    max_tokens: int
    deadlines: Deadlines
    efforts: Mapping[str, Effort] = field(default_factory=dict[str, Effort])
    thinking: Mapping[str, Thinking] = field(default_factory=lambda: QUICK_THINKING)
    streamed: bool = True
    marks_messages: bool = False
    waits: bool = False
    usual_output_tokens: int = 1_000

    def plan(self, settings: Settings) -> RolePlan:
        """Return how the role asks, with the model and the deadlines that the settings want."""
        configured = self.model(settings)
        if settings.is_local:
            return self._local_plan(settings, configured)
        others = (model for model in self.fallbacks if model != configured)
        return RolePlan(
            choices=tuple(self._choice(model) for model in (configured, *others)),
            max_tokens=self.max_tokens,
            deadlines=self.deadlines.times(settings.model_deadline_factor),
            streamed=self.streamed,
            marks_messages=self.marks_messages,
            others=tuple(map(self._choice, (_observer_model(settings), settings.research_model))),
        )

    def priced_name(self, settings: Settings) -> str:
        """Return the configured model as `prices` knows it."""
        return f"{LOCAL if settings.is_local else ''}{self.model(settings)}"

    def _local_plan(self, settings: Settings, model: str) -> RolePlan:
        factor = settings.model_deadline_factor * LOCAL_SLOWNESS
        return RolePlan(
            choices=(ModelChoice(model, self.effort, None),),
            max_tokens=min(self.max_tokens, settings.model_context_tokens // 4),
            deadlines=self.deadlines.times(factor),
            streamed=self.streamed,
            is_local=True,
            context_tokens=settings.model_context_tokens,
        )

    def _choice(self, model: str) -> ModelChoice:
        effort = self.efforts.get(model, self.effort)
        return ModelChoice(model, effort, self.thinking.get(model), QUICK_THINKING.get(model))


def _observer_model(settings: Settings) -> str:
    return settings.model_of(settings.observer_model, OBSERVER_MODEL)


def _strategist_model(settings: Settings) -> str:
    return settings.model_of(settings.strategist_model, STRATEGIST_MODEL)


ROLES: Mapping[Role, ModelRole] = {
    Role.COACH: ModelRole(
        model=attrgetter("coach_model"),
        fallbacks=("claude-sonnet-5-5", "claude-opus-5-5", "claude-sonnet-5"),
        effort="medium",
        # Opus cannot skip thinking; at low effort it skips most, so the first word comes soon.
        efforts={"claude-opus-5-5": "low"},
        max_tokens=4_000,
        deadlines=Deadlines(head=20, first_token=30, gap=20, total=120),
        marks_messages=True,
    ),
    Role.OBSERVER: ModelRole(
        model=_observer_model,
        fallbacks=("claude-haiku-5-5", "claude-sonnet-5-5"),
        effort="low",
        max_tokens=1_500,
        deadlines=Deadlines(head=40, first_token=40, gap=20, total=60),
        streamed=False,
    ),
    Role.STRATEGIST: ModelRole(
        model=_strategist_model,
        fallbacks=("claude-sonnet-5-5", "claude-opus-5-5"),
        effort="medium",
        thinking=DEEP_THINKING,
        max_tokens=8_000,
        deadlines=Deadlines(head=60, first_token=120, gap=120, total=300),
        waits=True,
    ),
    Role.CLOSING: ModelRole(
        model=_observer_model,
        fallbacks=("claude-haiku-5-5", "claude-sonnet-5-5"),
        effort="low",
        max_tokens=400,
        # The person looks at the closing sheet, and the note by rules is there already.
        deadlines=Deadlines(head=10, first_token=10, gap=10, total=15),
        streamed=False,
        usual_output_tokens=100,
    ),
}


def configured_models(settings: Settings) -> dict[str, str]:
    """Return which model each role asks first, by the role, as `prices` knows it."""
    found = {role.value: row.priced_name(settings) for role, row in ROLES.items()}
    return found if settings.is_local else {**found, RESEARCH: settings.research_model}


def role_plans(settings: Settings) -> dict[Role, RolePlan]:
    """Return how each role asks, with the models and deadlines that the settings want."""
    return {role: row.plan(settings) for role, row in ROLES.items()}
