"""What the player does in the browser (toney_app/js/practice.js), as Python values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toney_app import browser

if TYPE_CHECKING:
    import reflex as rx
    from reflex_base.vars.base import Var

    from toney_app.props import Prop, Shown

_MODULE = "$/utils/toney/practice"


def player_effect(number: rx.Var[int], can_go_back: rx.Var[bool]) -> Var[Prop]:
    """Return the hook that moves the focus to each new step and makes Back go a step back."""
    reads = [number, can_go_back]
    hook = f"usePlayer({number!s}, {can_go_back!s});"
    return browser.js_value(hook, _MODULE, "usePlayer", reads=reads)


def step_back() -> Var[Prop]:
    """Return the props of the button that goes a step back."""
    return browser.js_value("({onClick: stepBack})", _MODULE, "stepBack")


def tapped() -> Var[Prop]:
    """Return the props of an answer that moves on when it is tapped; keys choose only."""
    return browser.js_value("({onClick: tapped})", _MODULE, "tapped")


def written(number: rx.Var[int]) -> rx.vars.NumberVar[int]:
    """Return how many characters are in the field of a step."""
    hook = f"const written = useLength({number!s});"
    return browser.js_value("written", _MODULE, "useLength", hook=hook, reads=[number]).to(int)


class Pace:
    """A breath or a time that passes in the browser."""

    def __init__(self, step: Shown) -> None:
        given = [step.seconds, step.inhale, step.exhale]
        self._kept: dict[str, Prop] = {
            "hook": f"const pace = usePace({', '.join(map(str, given))});",
            "reads": given,
        }
        self.phase: rx.vars.StringVar = self._value("phase").to(str)
        self.count: rx.vars.NumberVar[int] = self._value("count").to(int)
        self.left: rx.vars.StringVar = self._value("left").to(str)
        self.is_paused: rx.vars.BooleanVar = self._value("isPaused").to(bool)
        self.is_done: rx.vars.BooleanVar = self._value("isDone").to(bool)

    def toggle(self) -> Var[Prop]:
        """Return the props of the button that pauses and goes on."""
        return browser.js_value("({onClick: pace.toggle})", _MODULE, "usePace", **self._kept)

    def _value(self, name: str) -> Prop:
        return browser.js_value(f"pace.{name}", _MODULE, "usePace", **self._kept)
