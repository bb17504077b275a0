"""Settings of the model; `coaching.settings` has them."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings

from coaching.addresses import THIS_MACHINE, host_of

COACH_MODEL = "claude-sonnet-5-5"
OBSERVER_MODEL = "claude-haiku-5-5"
STRATEGIST_MODEL = "claude-sonnet-5-5"
RESEARCH_MODEL = "claude-opus-5-5"
LOCAL = "local/"
"""Stands before the name of a local model wherever a call is kept: it costs nothing."""
BATCH = "batch/"
"""Stands before the name of a model that answered in a batch, wherever the call is kept."""


class ModelSettings(BaseSettings):
    """Which model answers, and how it is asked."""

    anthropic_api_key: SecretStr = Field(
        default=SecretStr(""),
        description="Empty: Toney replies by rules (Simple mode). Set: Claude replies.",
    )
    anthropic_base_url: str = Field(
        default="", description="Another Messages API server (tests, gateways). Empty: the SDK's."
    )
    model_profile: Literal["claude", "local"] = Field(
        default="claude",
        description=(
            "`local`: ANTHROPIC_BASE_URL is a server with a small model (Ollama, llama.cpp, LM "
            "Studio), COACH_MODEL its model. It is sent only what it knows (docs/local-model.md)."
        ),
    )
    coach_model: str = Field(default=COACH_MODEL, description="Model of the Coach.")
    observer_model: str = Field(default=OBSERVER_MODEL, description="Model of the Observer.")
    strategist_model: str = Field(default=STRATEGIST_MODEL, description="Model of the Strategist.")
    research_model: str = Field(
        default=RESEARCH_MODEL,
        description="Model for long questions in a research conversation.",
    )
    strategist_batch: bool = Field(
        default=True,
        description=(
            "When a session has ended, its briefing is asked for in a batch at half price, and at "
            "once if the person comes back before it is done (ADR 0053). `false`: always at once."
        ),
    )
    strategist_thinks_from_turns: int = Field(
        default=9,
        ge=0,
        description=(
            "The Strategist thinks before it writes about a session of at least so many turns; "
            "about shorter ones it writes at once, which is cheaper. `0`: it always thinks."
        ),
    )
    model_context_tokens: int = Field(
        default=16_000,
        ge=8_000,
        description="With a local model: what its server takes in. Older messages are left out.",
    )
    model_deadline_factor: float = Field(
        default=1.0,
        gt=0,
        le=1000,
        description="Multiplies every deadline of the model: 3 for a slow gateway.",
    )
    model_prices_file: str = Field(
        default="",
        description=(
            "A TOML file with prices of models, in place of the built-in ones or beside them "
            "(docs/prices.md). Empty: the built-in prices."
        ),
    )
    disable_ai: bool = Field(
        default=False, description="Maintenance: Toney replies in Simple mode, with a banner."
    )

    @model_validator(mode="after")
    def _names_a_local_model(self) -> Self:
        if self.is_local and not (self.anthropic_base_url and self.coach_model != COACH_MODEL):
            raise ValueError(
                "MODEL_PROFILE=local needs ANTHROPIC_BASE_URL (http://localhost:11434 for Ollama) "
                "and COACH_MODEL (the name of a model that the server has)"
            )
        return self

    @property
    def is_local(self) -> bool:
        """Return True if a local model is asked instead of Claude."""
        return self.model_profile == "local"

    @property
    def is_model_on_this_machine(self) -> bool:
        """Return True if no words leave the machine for an answer."""
        return self.is_local and host_of(self.anthropic_base_url) in THIS_MACHINE

    @property
    def has_model(self) -> bool:
        """Return True if a model answers, Claude or a local one."""
        has_access = self.is_local or bool(self.anthropic_api_key.get_secret_value())
        return has_access and not self.disable_ai

    def model_of(self, configured: str, default: str) -> str:
        """Return the model of a role: a local server's one model, unless another was named."""
        return self.coach_model if self.is_local and configured == default else configured
