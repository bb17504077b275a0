"""What can go wrong, once.

ToneyError            message for logs, `say` for the person, `code` for the wire
├─ Refused            the product says no
│  ├─ NotFound        also when it belongs to somebody else
│  ├─ NotAllowed      `reason` names what is missing (consent, sign-in …)
│  │  ├─ ConsentMissing
│  │  └─ Locked       the app lock is closed in this browser
│  ├─ Conflict        the state has moved on
│  ├─ LimitReached    a daily limit; `reset_at` says until when
│  └─ RateLimited     too fast; `retry_after` seconds
├─ InvalidInput       a field is wrong; `fields` names it
├─ TooLarge           more than we read
├─ OutsideWorld       somebody else failed; `retryable`, `kind` for the records
│  ├─ LLMUnavailable
│  ├─ LLMTimeout
│  ├─ LLMCut          the stream ended before the reply did
│  ├─ LLMRefused
│  ├─ LookupFailed     nothing could be looked up
│  ├─ MailFailed       the mail server didn't take an e-mail
│  ├─ ProviderFailed   a sign-in provider said no, or something that doesn't hold
│  ├─ StructureInvalid a structured answer that does not fit; `raw` is what came
│  └─ Overtaken        the person changed what an answer is based on
└─ ToolProblem        seen by the model
   ├─ ToolRetry       fix the input and try again
   └─ ToolFailed      do not try again
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime


class ToneyError(Exception):
    """Base of every error that the product expects."""

    code: ClassVar[str] = "INTERNAL_ERROR"
    status: ClassVar[int] = 500
    say: str = "Something went wrong on our side. Please try again."

    def __init__(self, message: str = "", *, say: str = "") -> None:
        super().__init__(message or say or type(self).__name__)
        if say:
            self.say = say


class Refused(ToneyError):
    """The request is refused for an expected reason."""


class Unauthenticated(Refused):
    """Nobody is signed in, or the session has ended."""

    code = "UNAUTHENTICATED"
    status = 401
    say = "Please sign in again."


class NotFound(Refused):
    """There is no such thing, or it belongs to somebody else."""

    code = "NOT_FOUND"
    status = 404
    say = "This is no longer here."


class NotAllowed(Refused):
    """Something has to happen first; `reason` is a stable word such as `consent`."""

    code = "FORBIDDEN"
    status = 403
    say = "You can’t do this yet."

    def __init__(self, message: str = "", *, say: str = "", reason: str = "") -> None:
        super().__init__(message, say=say)
        self.reason = reason


class ConsentMissing(NotAllowed):
    """Nothing of what somebody says is stored or sent before they agree.

    `help_` are places to turn to, if what they wrote sounds like danger.
    """

    say = "Please agree first to how your messages are used."

    def __init__(self, *, help_: Sequence[object] = ()) -> None:
        super().__init__("no valid consent", reason="consent")
        self.help = tuple(help_)


class Locked(NotAllowed):
    """The app lock is closed in this browser: nothing of the person is shown or changed."""

    say = "Toney is locked. Unlock it first."

    def __init__(self, message: str = "") -> None:
        super().__init__(message, reason="lock")


class Conflict(Refused):
    """The state of the thing has moved on."""

    code = "CONFLICT"
    status = 409
    say = "This was changed somewhere else. Reload to see the latest version."


class LimitReached(Refused):
    """A limit that resets at an instant."""

    code = "LIMIT_REACHED"
    status = 402
    say = "You’ve reached today’s message limit. You can still use your cards."

    def __init__(self, message: str = "", *, say: str = "", limit: int, reset_at: datetime) -> None:
        super().__init__(message, say=say)
        self.limit = limit
        self.reset_at = reset_at


class TooMany(Refused):
    """There is room for so many and no more; it doesn't reset by itself."""

    code = "LIMIT_REACHED"
    status = 402
    say = "That’s as many as you can have at a time."

    def __init__(self, message: str = "", *, say: str = "", limit: int) -> None:
        super().__init__(message, say=say)
        self.limit = limit


class RateLimited(Refused):
    """Too much at once; `reason` is `burst`, `queue` or `address`."""

    code = "RATE_LIMITED"
    status = 429
    say = "That was a lot at once. Please wait a few seconds and try again."

    def __init__(
        self, message: str = "", *, say: str = "", reason: str, retry_after: int = 1
    ) -> None:
        super().__init__(message, say=say)
        self.reason = reason
        self.retry_after = retry_after


class InvalidInput(ToneyError):
    """One or more fields are wrong; `fields` maps the field's wire name to what to do."""

    code = "VALIDATION_ERROR"
    status = 400
    say = "Please check what you entered."

    def __init__(self, fields: Mapping[str, str], *, say: str = "") -> None:
        super().__init__("; ".join(f"{k}: {v}" for k, v in fields.items()), say=say)
        self.fields = dict(fields)


class TooLarge(ToneyError):
    """More than we read; nothing of it was stored."""

    code = "TOO_LARGE"
    status = 413
    say = "That’s too long to send at once. Please split it up."


class OutsideWorld(ToneyError):
    """Somebody else failed. `kind` is a stable word for records and alerts.

    `facts` is what a failed model call still told us; `coaching.llm.port.facts_of` reads it.
    """

    code = "MODEL_UNAVAILABLE"
    status = 503
    retryable: bool = True
    kind: str = "unavailable"
    say = "Sorry, something went wrong. Your message is saved."

    def __init__(
        self,
        message: str = "",
        *,
        say: str = "",
        kind: str = "",
        retryable: bool | None = None,
        facts: object | None = None,
    ) -> None:
        super().__init__(message, say=say)
        self.facts = facts
        if kind:
            self.kind = kind
        if retryable is not None:
            self.retryable = retryable


class LLMUnavailable(OutsideWorld):
    """The model's service answered with an error or not at all."""


class LLMTimeout(OutsideWorld):
    """The model was silent for too long."""

    kind = "timeout"


class LLMCut(OutsideWorld):
    """The stream ended before the reply did."""

    kind = "cut"


class LLMRefused(OutsideWorld):
    """The model declined to answer; whatever it had begun is to be thrown away."""

    retryable = False
    kind = "refused"
    say = "I can’t help with that here. Is there another part of it you’d like to talk about?"


class LookupFailed(OutsideWorld):
    """A search or an encyclopedia did not answer, or not with what it should."""

    kind = "down"


class MailFailed(OutsideWorld):
    """The mail server didn't take an e-mail; nothing was sent."""

    kind = "mail"
    say = "We couldn’t send the email. Please try again in a few minutes."


class ProviderFailed(OutsideWorld):
    """A sign-in provider refused, didn't answer, or sent something that doesn't hold."""

    kind = "provider"
    say = "Signing in didn’t work. Please try again."


class StructureInvalid(OutsideWorld):
    """A structured answer that does not fit its schema: it changes no row. `raw` is what came."""

    kind = "structure"

    def __init__(self, message: str = "", *, raw: str, facts: object | None = None) -> None:
        super().__init__(message, facts=facts)
        self.raw = raw


class Overtaken(OutsideWorld):
    """The data behind an answer changed while it was made, so it has to be made again."""

    kind = "overtaken"


class Unavailable(OutsideWorld):
    """The database or another part of ourselves is busy or away; nothing was stored."""

    say = "This couldn’t be saved. Nothing was changed. Please try again in a moment."


class ToolProblem(ToneyError):
    """A tool could not do it; the model reads the message."""


class ToolRetry(ToolProblem):
    """The model may fix its input and try again."""


class ToolFailed(ToolProblem):
    """Trying again will not help."""
