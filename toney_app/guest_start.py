"""Starting as a guest and the language, as Python values (toney_app/js/door.js)."""

from __future__ import annotations

from typing import NamedTuple

import reflex as rx
from reflex_base.vars.base import Var

from toney_app import browser
from toney_app.props import Prop

_MODULE = "$/utils/toney/door"


class Start(NamedTuple):
    """The way in as a guest: the step between door and questions, and what its form does."""

    state: rx.vars.StringVar
    is_reading: rx.vars.BooleanVar
    reads: Var[Prop]
    goes_back: Var[Prop]
    begins: Var[Prop]
    waits: rx.vars.BooleanVar
    """Signed out here, and the server doesn't know yet."""


def start(text_version: rx.Var[str]) -> Start:
    """Return the state of starting as a guest, and the props of what leads through it."""
    hook = f"const door = useStart({text_version!s});"
    kept = {"hook": hook, "reads": [text_version]}
    return Start(
        browser.js_value("door.state", _MODULE, "useStart", **kept).to(str),
        browser.js_value("door.isReading", _MODULE, "useStart", **kept).to(bool),
        browser.js_value("({onClick: door.read})", _MODULE, "useStart", **kept),
        browser.js_value("({onClick: door.goBack})", _MODULE, "useStart", **kept),
        browser.js_value("door.form", _MODULE, "useStart", **kept),
        browser.js_value("door.waits", _MODULE, "useStart", **kept).to(bool),
    )


def speaks() -> Var[Prop]:
    """Return the props of a button that changes the language of the page to its own `lang`."""
    return browser.js_value("speaks", _MODULE, "speaks")


def language_effect(chosen: rx.Var[str]) -> Var[Prop]:
    """Return the hook that loads the page anew when it isn't in the person's language."""
    return browser.js_value(f"useLanguage({chosen!s});", _MODULE, "useLanguage", reads=[chosen])
