"""What the page does by itself, as Python values: each wraps a function of toney_app/js."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import reflex as rx
from reflex_base.utils.imports import ImportVar
from reflex_base.vars.base import Var, VarData
from reflex_base.vars.function import FunctionVar
from reflex_components_core.core.banner import has_connection_errors

from toney_app.props import Prop

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGE = "$/utils/toney/page"
_THREAD = "$/utils/toney/thread"
_COMPOSER = "$/utils/toney/composer"
_OUTBOX = "$/utils/toney/outbox"
_SCROLL = "$/utils/toney/scroll"
_DATES = "$/utils/toney/dates"
_AMOUNTS = "$/utils/toney/amounts"
_DOOR = "$/utils/toney/door"
_CARE = "$/utils/toney/care"


def _value(
    expression: str, module: str, *names: str, hook: str = "", reads: Iterable[Prop] = ()
) -> Prop:
    """Return a JavaScript expression with its imports, its hook and the vars that it reads."""
    imports = {module: [ImportVar(tag=name) for name in names]}
    own = VarData(imports=imports, hooks={hook: None} if hook else {})
    # The hooks of what is read come first: ours uses their constants.
    return Var(_js_expr=expression, _var_data=VarData.merge(*map(_data, reads), own))


js_value = _value


def _data(value: Prop) -> VarData | None:
    return value._get_all_var_data()


def _call(name: str, *arguments: str, module: str = PAGE) -> FunctionVar:
    # A function is called at once; an event would wait for the connection to the server.
    call = f"(() => {name}({', '.join(json.dumps(a) for a in arguments)}))"
    return _value(call, module, name).to(FunctionVar)


js_call = _call


# Views and sheets
view: rx.vars.StringVar = _value(
    "shownView", PAGE, "useView", hook="const shownView = useView();"
).to(str)


def title_effect(title: rx.Var[str]) -> Var[Prop]:
    """Return the hook that names the document; an empty title leaves it as it is."""
    return _value(f"useTitle({title!s});", PAGE, "useTitle", reads=[title])


def go_to(name: str) -> FunctionVar:
    """Show a view without asking the server."""
    return _call("goTo", name)


def open_sheet(name: str) -> FunctionVar:
    """Open a sheet without asking the server."""
    return _call("openSheet", name)


def close_sheet() -> FunctionVar:
    """Close the open sheet, as going back does."""
    return _call("closeSheet")


def replace_sheet(name: str) -> FunctionVar:
    """Open a sheet in the place of the open one."""
    return _call("replaceSheet", name)


def back_to_sheet(name: str) -> FunctionVar:
    """Show the sheet that the open one belongs to, wherever it was opened."""
    return _call("backTo", name)


def close_and_go_to(name: str) -> FunctionVar:
    """Close the open sheet and show a view; going back doesn't lead to the sheet."""
    return _call("closeAndGoTo", name)


def to_head(name: str) -> FunctionVar:
    """Give the focus to the title of a sheet, and show it from its beginning."""
    return _call("toHead", name)


def sheet_orders(number: rx.Var[int], name: rx.Var[str]) -> Var[Prop]:
    """Return the hook that opens or closes a sheet when a handler asks for it."""
    hook = f"useOrders({number!s}, {name!s});"
    return _value(hook, PAGE, "useOrders", reads=[number, name])


def sheet_hook(name: str) -> tuple[str, Var[Prop]]:
    """Return the name of a dialog's ref and the hook that opens and closes it."""
    ref = f"sheet_{name.replace('-', '_')}"
    return ref, _value(f"const {ref} = useSheet({json.dumps(name)});", PAGE, "useSheet")


def focus_soon(element_id: str) -> FunctionVar:
    """Give the focus to an element as soon as it is on the page."""
    return _call("focusSoon", element_id)


def fresh_effect() -> Var[Prop]:
    """Return the hook that reads the views anew when one is opened after a while."""
    return _value("useFresh();", PAGE, "useFresh")


def arrival() -> Var[Prop]:
    """Return the props of a heading that takes the focus when it comes after a tap."""
    return _value("arrival", PAGE, "arrival")


def scrolled(view_name: str) -> rx.vars.BooleanVar:
    """Whether a view has been scrolled by more than a card's height."""
    hook = f'const scrolled_{view_name} = useScrolled("view-{view_name}");'
    return _value(f"scrolled_{view_name}", PAGE, "useScrolled", hook=hook).to(bool)


# Words
def date(iso: rx.Var[str] | str, style: str) -> rx.vars.StringVar:
    """Return an instant or a day in the person's own way of writing it."""
    value = Var.create(iso)
    call = f"showDate({value!s}, {json.dumps(style)})"
    return _value(call, _DATES, "showDate", reads=[value]).to(str)


def region(code: rx.Var[str] | str) -> rx.vars.StringVar:
    """Return a country's name in the language of the page."""
    value = Var.create(code)
    call = f"showRegion({value!s})"
    return _value(call, _DATES, "showRegion", reads=[value]).to(str)


def amount(hundredths: rx.Var[int]) -> rx.vars.StringVar:
    """Return an amount of money in the person's own way of writing it."""
    call = f"showAmount({hundredths!s})"
    return _value(call, _AMOUNTS, "showAmount", reads=[hundredths]).to(str)


def by_name(codes: Iterable[str]) -> rx.vars.ArrayVar[list[str]]:
    """Return countries in the order of their names."""
    return _value(f"byName({json.dumps(list(codes))})", _DATES, "byName").to(list[str])


def draft(name: str) -> Var[Prop]:
    """Return the props of a field whose text stays on this device until it was sent."""
    return _value(f"draft({json.dumps(name)})", PAGE, "draft")


def words_in(form: str, *drafts: rx.Var[int] | rx.Var[str]) -> rx.vars.NumberVar[int]:
    """Return the number of words in the visible fields of a form, updated as the person types."""
    reads = ", ".join(map(str, drafts))
    hook = f"const wordsIn = useWords({json.dumps(form)}, {reads});"
    return _value("wordsIn", PAGE, "useWords", hook=hook, reads=drafts).to(int)


def pressed_by_keys() -> Var[Prop]:
    """Return the props of a sentence that Enter and the space bar press."""
    return _value("pressed", PAGE, "pressed")


def write_win(words: rx.Var[str]) -> FunctionVar:
    """Show the wins with these words in the field of a new one."""
    call = f"(() => writeWin({words!s}))"
    return _value(call, PAGE, "writeWin", reads=[words]).to(FunctionVar)


def forget_draft(name: str) -> FunctionVar:
    """Forget what was typed into a field."""
    return _call("forgetDraft", name)


care: rx.vars.BooleanVar = _value(
    "Boolean(careFor)", _CARE, "useCare", hook="const careFor = useCare();"
).to(bool)


# Things that run while the page is there
def accent_effect(is_ready: rx.Var[bool], is_known: rx.Var[bool], accent: rx.Var[str]) -> Var[Prop]:
    """Return the hook that paints the page in the person's colour."""
    reads = [is_ready, is_known, accent]
    hook = f"useAccent({', '.join(map(str, reads))});"
    return _value(hook, PAGE, "useAccent", reads=reads)


def care_effect() -> Var[Prop]:
    """Return the hook that takes all colour away in a crisis."""
    return _value(f"useColourless({care!s});", PAGE, "useColourless", reads=[care])


def keyboard_effect() -> Var[Prop]:
    """Return the hook that keeps the frame above a phone's keyboard."""
    return _value("useKeyboard();", PAGE, "useKeyboard")


def zone_effect(known: rx.Var[str]) -> Var[Prop]:
    """Return the hook that tells the server when the time zone has changed."""
    return _value(f"useZone({known!s});", _DOOR, "useZone", reads=[known])


def scroll_effect() -> Var[Prop]:
    """Return the hook that keeps the newest words in sight, unless the person scrolled up."""
    return _value("useScroll();", _SCROLL, "useScroll")


# The door
def delete_account() -> tuple[rx.vars.StringVar, Var[Prop]]:
    """Return the state of deleting everything and the props of the button that does it."""
    kept = {"hook": "const gone = useDelete();"}
    state = _value("gone.state", _DOOR, "useDelete", **kept).to(str)
    return state, _value("({onClick: gone.begin})", _DOOR, "useDelete", **kept)


def sign_out() -> FunctionVar:
    """Leave: the session ends and this device forgets what it kept."""
    return _call("signOut", module=_DOOR)


# The thread
_offline: rx.vars.BooleanVar = _value(
    "isOffline", PAGE, "useOffline", hook="const isOffline = useOffline();"
).to(bool)
cut_off = (has_connection_errors | _offline).to(bool)


def thread(
    turns: rx.Var[Prop],
    answers: rx.Var[Prop],
    ready: rx.Var[bool],
    alone: rx.Var[int],
    *,
    kind: Prop,
) -> Prop:
    """Return what to show, in parts: the turns of the state, those on their way and streaming.

    `alone`: an earlier session is read, and nothing that is on its way belongs to it.
    """
    reads = [turns, answers, ready, cut_off, alone]
    hook = f"const thread = useThread({', '.join(map(str, reads))});"
    return _value("thread", _THREAD, "useThread", hook=hook, reads=reads).to(kind)


running: rx.vars.StringVar = _value(
    "runningTurn", _THREAD, "useRunning", hook="const runningTurn = useRunning();"
).to(str)


def composing() -> Var[Prop]:
    """Return the props of the form that a message is written in."""
    return _value("({onSubmit: send})", _COMPOSER, "send")


def enter_sends() -> Var[Prop]:
    """Return the props of a field in which Enter sends and Shift+Enter breaks the line."""
    return _value("({onKeyDown: enterSends})", _COMPOSER, "enterSends")


def send_again(key: rx.Var[str]) -> Var[Prop]:
    """Return the props of a button that sends a kept message again."""
    return _value(f"({{onClick: () => sendAgain({key!s})}})", _OUTBOX, "sendAgain", reads=[key])


def send_chip(words: rx.Var[str]) -> Var[Prop]:
    """Return the props of a quick reply: it sends its words as a message, once."""
    props = f"({{onClick: (event) => sendChip(event, {words!s})}})"
    return _value(props, _COMPOSER, "sendChip", reads=[words])


def to_end() -> FunctionVar:
    """Scroll to the newest words."""
    return _call("toEnd", module=_SCROLL)


def to_field() -> FunctionVar:
    """Put the cursor into the message field."""
    return _call("toField", module=_COMPOSER)


def write(text: rx.Var[str]) -> FunctionVar:
    """Put a first sentence into the empty message field."""
    call = f"(() => write({text!s}))"
    return _value(call, _COMPOSER, "write", reads=[text]).to(FunctionVar)
