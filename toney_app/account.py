"""Devices, passkeys, tokens and the app lock, as Python values (toney_app/js/account.js)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import reflex as rx
from reflex_base.vars.function import FunctionVar

from toney_app import browser

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reflex_base.vars.base import Var

    from toney_app.props import Prop

T = TypeVar("T")
_ACCOUNT = "$/utils/toney/account"
_LOCK = "$/utils/toney/app_lock"


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which somebody is signed in; `device` is phone, tablet, computer or empty."""

    id: str = ""
    device: str = ""
    browser: str = ""
    system: str = ""
    seen: str = ""
    is_this: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """A passkey or an API token; `seen` is when it was last used."""

    id: str = ""
    name: str = ""
    prefix: str = ""
    seen: str = ""
    until: str = ""
    over: bool = False


class Hook:
    """The result of a hook in the page: values, and the props of buttons and forms."""

    def __init__(self, name: str, module: str = _ACCOUNT, *arguments: rx.Var[str]) -> None:
        self._name, self._module, self._arguments = name, module, arguments
        self._var = name.removeprefix("use").lower()
        self._hook = f"const {self._var} = {name}({', '.join(map(str, arguments))});"

    def text(self, name: str) -> rx.vars.StringVar:
        """Return a value that is text."""
        return self._value(f"{self._var}.{name}").to(str)

    def number(self, name: str) -> rx.vars.NumberVar[int]:
        """Return a value that is a number."""
        return self._value(f"{self._var}.{name}").to(int)

    def flag(self, name: str) -> rx.vars.BooleanVar:
        """Return a value that is true or false."""
        return self._value(f"{self._var}.{name}").to(bool)

    def devices(self) -> rx.vars.ArrayVar[list[Device]]:
        """Return the browsers."""
        return self._value(f"{self._var}.devices").to(list[Device])

    def rows(self, name: str, kind: type[T]) -> rx.vars.ArrayVar[list[T]]:
        """Return a list of one kind of rows."""
        return self._value(f"{self._var}.{name}").to(list[kind])

    def keys(self, name: str) -> rx.vars.ArrayVar[list[Key]]:
        """Return passkeys or tokens."""
        return self._value(f"{self._var}.{name}").to(list[Key])

    def presses(self, name: str, *arguments: rx.Var[str]) -> Var[Prop]:
        """Return the props of a button."""
        given = ", ".join(map(str, arguments))
        call = f"() => {self._var}.{name}({given})"
        return self._value(f"({{onClick: {call}}})", arguments)

    def calls(self, name: str, value: str) -> FunctionVar:
        """Return a function for a choice among fixed values."""
        return self._value(f"(() => {self._var}.{name}({value!r}))").to(FunctionVar)

    def sends(self, name: str, *arguments: rx.Var[str]) -> Var[Prop]:
        """Return the props of a form."""
        given = "".join(f"{argument!s}, " for argument in arguments)
        call = f"(event) => {self._var}.{name}({given}event)"
        return self._value(f"({{onSubmit: {call}}})", arguments)

    def _value(self, expression: str, reads: Iterable[Prop] = ()) -> Prop:
        reads = [*self._arguments, *reads]
        return browser.js_value(expression, self._module, self._name, hook=self._hook, reads=reads)


def unlock() -> Hook:
    """Return what the lock screen shows and does."""
    return Hook("useUnlock", "$/utils/toney/unlock")


locked: rx.vars.BooleanVar = browser.js_value(
    "isLocked", _LOCK, "useLocked", hook="const isLocked = useLocked();"
).to(bool)


def lock_effect(is_here: rx.Var[bool]) -> Var[Prop]:
    """Return the hook that learns after how long this browser locks itself."""
    return browser.js_value(f"useLock({is_here!s});", _LOCK, "useLock", reads=[is_here])
