"""Sign-in links and the ways into an account, as Python values (toney_app/js/sign_in.js)."""

from __future__ import annotations

import json
from typing import NamedTuple

import reflex as rx
from reflex_base.vars.base import Var

from toney_app import browser
from toney_app.props import Prop

_MODULE = "$/utils/toney/sign_in"


class Link(NamedTuple):
    """A link that is asked for; `begins` are the props of the form, the last two of buttons."""

    state: rx.vars.StringVar
    email: rx.vars.StringVar
    until: rx.vars.StringVar
    code: rx.vars.StringVar
    link: rx.vars.StringVar
    delivery: rx.vars.StringVar
    wait: rx.vars.NumberVar[int]
    begins: Var[Prop]
    again: Var[Prop]
    back: Var[Prop]


class Ways(NamedTuple):
    """How the person can sign in, once it is known."""

    state: rx.vars.StringVar
    is_known: rx.vars.BooleanVar
    items: rx.vars.ArrayVar[list[dict[str, str]]]
    made: rx.vars.StringVar
    can_remove: rx.vars.BooleanVar
    has_email: rx.vars.BooleanVar
    has_google: rx.vars.BooleanVar


def link(sheet: str) -> Link:
    """Return what a sheet shows about the link that is asked for there."""
    hook = f"const signIn = useLink({json.dumps(sheet)});"

    def value(expression: str) -> Var[Prop]:
        return browser.js_value(expression, _MODULE, "useLink", hook=hook)

    return Link(
        state=value("signIn.state").to(str),
        email=value("signIn.email").to(str),
        until=value("signIn.until").to(str),
        code=value("signIn.code").to(str),
        link=value("signIn.link").to(str),
        delivery=value("signIn.delivery").to(str),
        wait=value("signIn.wait").to(int),
        begins=value("({onSubmit: signIn.begin})"),
        again=value("({onClick: signIn.again})"),
        back=value("({onClick: signIn.back})"),
    )


_WAYS = 'const ways = useWays("ways");'


def _of_ways(expression: str) -> Var[Prop]:
    return browser.js_value(expression, _MODULE, "useWays", hook=_WAYS)


def ways() -> Ways:
    """Return what the sheet with the ways in shows."""
    return Ways(
        _of_ways("ways.state").to(str),
        _of_ways("ways.isKnown").to(bool),
        _of_ways("ways.items").to(list[dict[str, str]]),
        _of_ways("ways.made").to(str),
        _of_ways("ways.canRemove").to(bool),
        _of_ways("ways.hasEmail").to(bool),
        _of_ways("ways.hasGoogle").to(bool),
    )


def removes(way_id: rx.Var[str]) -> Var[Prop]:
    """Return the props of the button that takes a way in away."""
    call = f"({{onClick: ways.remove({way_id!s})}})"
    return browser.js_value(call, _MODULE, "useWays", hook=_WAYS, reads=[way_id])


def to_google() -> Var[Prop]:
    """Return the props of a button that leads to Google."""
    return browser.js_value('({onClick: leaveFor("/auth/google")})', _MODULE, "leaveFor")
