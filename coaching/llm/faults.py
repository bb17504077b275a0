"""Map errors of the provider to ours. No SDK types here: the client reads them for us."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.errors import LLMUnavailable
from coaching.llm.json_values import as_object, as_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

BAD_REQUEST = "bad_request"
NO_SUCH_MODEL = "no_such_model"
TOO_LONG = "prompt_too_long"
CIRCUIT_OPEN = "resting"
ACCOUNT = frozenset({"authentication", "billing", "permission", "spend_limit"})
"""Only an admin can help; asking again cannot."""
ANSWERS = frozenset(
    {BAD_REQUEST, NO_SUCH_MODEL, TOO_LONG, "too_long", "context_full", "refused", "structure"}
)
"""The service works: what was asked is what it could not do."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """Our word for a fault, and whether asking again could help."""

    kind: str
    retryable: bool


BY_TYPE = {
    "invalid_request_error": Meaning(BAD_REQUEST, retryable=False),
    "authentication_error": Meaning("authentication", retryable=False),
    "billing_error": Meaning("billing", retryable=False),
    "permission_error": Meaning("permission", retryable=False),
    "not_found_error": Meaning(NO_SUCH_MODEL, retryable=False),
    "request_too_large": Meaning("too_long", retryable=False),
    "rate_limit_error": Meaning("rate_limit", retryable=True),
    "timeout_error": Meaning("server", retryable=True),
    "api_error": Meaning("server", retryable=True),
    "overloaded_error": Meaning("overloaded", retryable=True),
}
BY_STATUS = {
    400: BY_TYPE["invalid_request_error"],
    401: BY_TYPE["authentication_error"],
    402: BY_TYPE["billing_error"],
    403: BY_TYPE["permission_error"],
    404: BY_TYPE["not_found_error"],
    413: BY_TYPE["request_too_large"],
    429: BY_TYPE["rate_limit_error"],
    529: BY_TYPE["overloaded_error"],
}
SPENT = Meaning("spend_limit", retryable=False)
SERVER = Meaning("server", retryable=True)
PROMPT_TOO_LONG = Meaning(TOO_LONG, retryable=False)
SPEND_CODES = frozenset(
    {
        "enforced_spend_limit_reached",
        "contract_spend_limit_reached",
        "linked_organization_spend_limit_reached",
    }
)


def from_error_event(error: Mapping[str, JsonValue]) -> LLMUnavailable:
    """Return the fault for an error inside a stream, which comes with status 200."""
    said = as_text(error.get("message"))
    return service_fault(None, as_text(error.get("type")), spend_code(error), said)


def service_fault(
    status: int | None, error_type: str, error_code: str, said: str = ""
) -> LLMUnavailable:
    """Return the fault for what the service said; the type decides, then the status.

    That a prompt is too long has no type and no code of its own: its words are all there is.
    """
    meaning = BY_TYPE.get(error_type) or BY_STATUS.get(status or 0, SERVER)
    if error_code in SPEND_CODES:
        meaning = SPENT
    elif meaning.kind == BAD_REQUEST and "too long" in said.casefold():
        meaning = PROMPT_TOO_LONG
    message = f"the service said {error_type or status or 'error'}"
    return LLMUnavailable(message, kind=meaning.kind, retryable=meaning.retryable)


def spend_code(error: Mapping[str, JsonValue]) -> str:
    """Return the stable code that names an error's cause, or nothing."""
    return as_text(as_object(error.get("details")).get("error_code"))
