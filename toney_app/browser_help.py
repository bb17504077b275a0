"""Help that needs no server, as Python values: each wraps a function of help_now.js or care.js."""

from __future__ import annotations

from dataclasses import dataclass, field

import reflex as rx
from reflex_base.vars.base import Var
from reflex_base.vars.function import FunctionVar

from toney_app.browser import js_call, js_value
from toney_app.props import Prop

_HELP = "$/utils/toney/help_now"
_CARE = "$/utils/toney/care"


@dataclass(frozen=True, slots=True)
class HelpLine:
    """Somewhere to turn to; `way` is call, text or site, `word` what to text there."""

    name: str = ""
    way: str = ""
    href: str = ""
    shown: str = ""
    word: str = ""
    hours: str = ""


@dataclass(frozen=True, slots=True)
class Country:
    """A country that can be chosen, with its name in the language of the page."""

    code: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Help:
    """Where to turn to in a country; `code` is empty as long as the country is not known.

    `first` are those that fit on a card.
    """

    code: str = ""
    country: str = ""
    is_guess: bool = False
    number: str = ""
    href: str = ""
    all: list[HelpLine] = field(default_factory=list[HelpLine])
    first: list[HelpLine] = field(default_factory=list[HelpLine])
    checked: str = ""
    countries: list[Country] = field(default_factory=list[Country])


@dataclass(frozen=True, slots=True)
class Breath:
    """Where a breath is: in, out or done, the seconds left in it, and the round."""

    phase: str = ""
    left: int = 0
    round: int = 0


def help_for(category: rx.Var[str] | str, country: rx.Var[str]) -> rx.vars.ObjectVar[Help]:
    """Return where to turn to; `country` is the one of the account."""
    about = Var.create(category)
    hook = f"const help = useHelp({about!s}, {country!s});"
    return js_value("help", _HELP, "useHelp", hook=hook, reads=[about, country]).to(Help)


def choosing_country() -> Var[Prop]:
    """Return the props of the field that chooses the country, with or without an account."""
    return js_value("({onChange: chooseCountry})", _HELP, "chooseCountry")


def country_effect(is_in: rx.Var[bool]) -> Var[Prop]:
    """Return the hook that tells the server the country that was chosen on this page."""
    return js_value(f"useCountry({is_in!s});", _HELP, "useCountry", reads=[is_in])


def leave() -> FunctionVar:
    """Show a neutral page at once; going back does not lead here, and coming back needs a tap."""
    return js_call("leave", module=_HELP)


def exit_effect(is_named: rx.Var[bool]) -> Var[Prop]:
    """Return the hook that keeps the way out on every screen."""
    return js_value(f"useExit({is_named!s});", _HELP, "useExit", reads=[is_named])


def breath(sheet: str) -> tuple[rx.vars.ObjectVar[Breath], Var[Prop]]:
    """Return a breath that runs while a sheet is open, and the props that begin it again."""
    hooks = f'const breath = useBreath(useIsOpen("{sheet}"));'
    opened = js_value("null", "$/utils/toney/page", "useIsOpen")
    kept = {"hook": hooks, "reads": [opened]}
    shown = js_value("breath", _HELP, "useBreath", **kept).to(Breath)
    return shown, js_value("({onClick: breath.again})", _HELP, "useBreath", **kept)


care_for: rx.vars.StringVar = js_value(
    "careFor", _CARE, "useCare", hook="const careFor = useCare();"
).to(str)
"""The danger that the page cares for now, or nothing."""
bar: rx.vars.StringVar = js_value("careBar", _CARE, "useBar", hook="const careBar = useBar();").to(
    str
)
"""The danger that care is for while its card cannot be seen."""


def told_effect(
    danger: rx.Var[str],
    turn: rx.Var[str],
    safe_until: rx.Var[str],
    safe_turn: rx.Var[str],
    is_in: rx.Var[bool],
) -> Var[Prop]:
    """Return the hook by which the page and the server agree on care mode."""
    reads = [danger, turn, safe_until, safe_turn, is_in]
    hook = f"useTold({', '.join(map(str, reads))});"
    return js_value(hook, _CARE, "useTold", reads=reads)


def im_safe() -> FunctionVar:
    """Let the colour and the tabs come back."""
    return js_call("imSafe", module=_CARE)
