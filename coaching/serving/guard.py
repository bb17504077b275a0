"""Authorisation for State methods, each of which is an endpoint (ADR 0013).

`signed_in` looks up who is there and checks the arguments, `public` only checks them. Handlers
that were plain become coroutines, because the look-up waits for the database; generators stay
generators. `__guard__` on the result says which door it is, for the inventory test.
"""

from __future__ import annotations

import functools
import inspect
import time
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from typing_extensions import is_typeddict

from coaching.errors import InvalidInput, Locked, NotAllowed, Unauthenticated
from coaching.serving.cookies import read_cookie

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

Person = TypeVar("Person")
Handler = TypeVar("Handler", bound="Callable[..., Any]")

_REMEMBERED_SECONDS = 1.0
_REMEMBERED_MOST = 2_000
_STRICT = ConfigDict(strict=True, extra="forbid", arbitrary_types_allowed=False)


@dataclass(frozen=True, slots=True)
class OnlyNow(Generic[Person]):
    """Somebody whose app may be locked at any moment: each event looks them up again."""

    person: Person


class Guard(Generic[Person]):
    """The doors of one app; `find` looks up a session's person, `mark` names the closed door.

    `pace` is told of each event of a person and raises when there are too many; `is_locked` reads
    in the Cookie header that the browser itself has locked the app.
    """

    def __init__(
        self,
        *,
        mark: str,
        cookie: str,
        cookie_header: Callable[[Any], str],
        find: Callable[[str], Awaitable[Person | OnlyNow[Person] | None]],
        now: Callable[[], float] = time.monotonic,
        pace: Callable[[Person], None] | None = None,
        is_locked: Callable[[str], bool] | None = None,
    ) -> None:
        self._mark = mark
        self._cookie = cookie
        self._cookie_header = cookie_header
        self._find = find
        self._now = now
        self._pace = pace
        self._is_locked = is_locked
        self._remembered: dict[str, tuple[float, Person | None]] = {}

    def public(self, handler: Handler) -> Handler:
        """Decorator: allow anyone to call the handler; arguments are validated strictly."""
        return self._behind(handler, "public", _anybody)

    def signed_in(self, handler: Handler) -> Handler:
        """Decorator: require a signed-in session; arguments are validated strictly."""
        return self._behind(handler, self._mark, self._let_in)

    def only(self, mark: str, may: Callable[[Person], bool]) -> Callable[[Handler], Handler]:
        """Return a door for those signed-in people who may; the others get `NotAllowed`."""

        async def let_in(state: object) -> None:
            if not may(await self.person(state)):
                raise NotAllowed("not this role", reason="role")

        return lambda handler: self._behind(handler, mark, let_in)

    def token(self, state: object) -> str:
        """Return the token of a state's session; empty if it has none."""
        return read_cookie(self._cookie_header(state), self._cookie)

    def forget(self, token: str) -> None:
        """Look this session up again at its next event, because its person has changed."""
        self._remembered.pop(token, None)

    async def person(self, state: object) -> Person:
        """Return who is signed in; a look-up is believed for one second, or not at all."""
        token = self.token(state)
        if token and self._is_locked is not None and self._is_locked(self._cookie_header(state)):
            raise Locked
        found = await self._look_up(token) if token else None
        if found is None:
            raise Unauthenticated
        return found

    async def _let_in(self, state: object) -> None:
        person = await self.person(state)
        if self._pace is not None:
            self._pace(person)

    async def _look_up(self, token: str) -> Person | None:
        now = self._now()
        until, person = self._remembered.get(token, (0.0, None))
        if until > now:
            return person
        found = await self._find(token)
        if isinstance(found, OnlyNow):
            self.forget(token)
            return found.person
        if len(self._remembered) >= _REMEMBERED_MOST:
            self._remembered.clear()
        self._remembered[token] = (now + _REMEMBERED_SECONDS, found)
        return found

    def _behind(
        self, handler: Handler, mark: str, door: Callable[[object], Awaitable[object]]
    ) -> Handler:
        fits = _argument_check(handler)
        is_generator = inspect.isasyncgenfunction(handler) or inspect.isgeneratorfunction(handler)

        async def call(state: object, *args: object, **kwargs: object) -> object:
            await door(state)
            result = handler(state, **fits(args, kwargs))
            return await result if inspect.isawaitable(result) else result

        async def stream(state: object, *args: object, **kwargs: object) -> AsyncIterator[object]:
            await door(state)
            results = handler(state, **fits(args, kwargs))
            if inspect.isasyncgen(results):
                async for result in results:
                    yield result
            else:
                for result in results:
                    yield result

        guarded = functools.wraps(handler)(stream if is_generator else call)
        guarded.__annotations__ = _for_the_framework(handler)
        guarded.__guard__ = mark  # pyrefly: ignore[missing-attribute] - our own mark
        return cast("Handler", guarded)


async def _anybody(state: object) -> None:
    del state


def _argument_check(
    handler: Callable[..., Any],
) -> Callable[[tuple[object, ...], Mapping[str, object]], dict[str, object]]:
    """Return a function that checks the arguments of a call; a vague signature is refused."""
    names = list(inspect.signature(handler).parameters)[1:]
    model: type[BaseModel] = create_model(
        handler.__qualname__, __config__=_STRICT, **_fields(handler)
    )

    def check(args: tuple[object, ...], kwargs: Mapping[str, object]) -> dict[str, object]:
        if len(args) > len(names):
            raise InvalidInput({"arguments": f"at most {len(names)}"})
        given = dict(zip(names, args, strict=False)) | dict(kwargs)
        try:
            fitting = model.model_validate(given)
        except ValidationError as error:
            raise InvalidInput(
                {".".join(map(str, problem["loc"])): problem["msg"] for problem in error.errors()}
            ) from None
        return {name: getattr(fitting, name) for name in names}

    return check


def _fields(handler: Callable[..., Any]) -> dict[str, Any]:
    parameters = list(inspect.signature(handler).parameters.values())[1:]
    hints = _hints(handler, {p.name for p in parameters})
    fields: dict[str, Any] = {}
    for p in parameters:
        if p.kind in {p.VAR_POSITIONAL, p.VAR_KEYWORD}:
            raise TypeError(f"{handler.__qualname__}: *{p.name} can't be checked")
        if _is_vague(hints.get(p.name)):
            raise TypeError(f"{handler.__qualname__}: {p.name} needs a type")
        fields[p.name] = (hints[p.name], ... if p.default is p.empty else p.default)
    return fields


def _hints(handler: Callable[..., Any], names: set[str]) -> dict[str, object]:
    """Resolve the arguments only: the result's type may exist for the type checker alone."""

    def arguments() -> None: ...

    arguments.__annotations__ = {k: v for k, v in handler.__annotations__.items() if k in names}
    return get_type_hints(arguments, handler.__globals__, include_extras=True)


def _for_the_framework(handler: Callable[..., Any]) -> dict[str, object]:
    """Call every form a dict, which is checked here already.

    For a class of form the framework would import its database models, and alembic with them, when
    the first one comes in: a third of a second in which nobody gets an answer.
    """
    hints = _hints(handler, set(handler.__annotations__) - {"return"})
    forms = {name: dict[str, Any] for name, hint in hints.items() if is_typeddict(hint)}
    return {**handler.__annotations__, **forms}


def _is_vague(hint: object) -> bool:
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return bare is None or bare is Any or bare is object
