"""Pages that need no script, for sign-in links and to stop reminders; every text is escaped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import text
from coaching.content.consent_texts import consent_text
from coaching.domains.sign_in.links import Delivery
from coaching.domains.sign_in.service import Step
from coaching.services import consent
from coaching.text.markup import joined, tag

if TYPE_CHECKING:
    from markupsafe import Markup

    from coaching.domains.sign_in.links import Asked
    from coaching.domains.sign_in.service import Holdings, Standing
    from coaching.errors import ToneyError
    from coaching.settings import Settings

_CURVE, _COIN = "M2.5 5.5C5.5 19.5 13 22.5 21.5 12.5", {"cx": "12.07", "cy": "12.89", "r": "4.5"}


def standing(found: Standing, settings: Settings, language: str) -> str:
    """Return the page of a link's next step."""
    match found.step:
        case Step.SIGN_IN | Step.SAVE:
            return _confirm(found, language)
        case Step.START:
            return _start(found, settings, language)
        case Step.CODE:
            return _ask_for_code(found, language)
        case Step.CHOOSE:
            return _choose(found, language)
        case _:
            return _dead_end(found, language)


def sent(asked: Asked, language: str) -> str:
    """Return the page after a new link was asked for; on localhost it has the link."""
    where = tag("p", text(language, f"door.sent.{asked.delivery.value}"), class_="t-body")
    if asked.delivery is not Delivery.PAGE:
        return _page(language, "sent", where)
    return _page(language, "sent", where, _go(asked.link, text(language, "door.sent.open")))


def left_behind(code: str, language: str) -> str:
    """Return the page with the recovery code of the account that this browser has left."""
    return _page(
        language,
        "left",
        _say(language, "left.what"),
        tag("p", code, class_="door-code num", data_testid="recovery-code"),
        _say(language, "left.once", "t-small"),
        _home(language),
    )


def stop_reminders(language: str) -> str:
    """Return the page that asks whether e-mails end: a button, because scanners open links."""
    return _page(
        language, "stop", _say(language, "stop.what"), _form(_button(language, "stop.yes"))
    )


def stopped(language: str, *, is_known: bool) -> str:
    """Return the page after the e-mails were ended, or for a link that Toney didn't make."""
    name = "stopped" if is_known else "stop_unknown"
    return _page(language, name, _say(language, f"{name}.what"), _home(language))


def failed(error: ToneyError, language: str) -> str:
    """Return the page of a request that could not be carried out."""
    return _page(language, "failed", tag("p", error.say, class_="t-body"), _home(language))


def google_failed(language: str, *, is_away: bool) -> str:
    """Return the page after a trip to Google that came to nothing; it says nothing of why."""
    return _page(
        language,
        "google",
        _say(language, "google.away" if is_away else "google.what"),
        _go("/auth/google", text(language, "door.google.again")),
        _home(language, "btn btn-secondary"),
    )


def _confirm(found: Standing, language: str) -> str:
    name = found.step.value
    whom = text(language, f"door.{name}.whom", label=_label(found, language))
    return _page(
        language, name, tag("p", whom, class_="t-body"), _form(_button(language, f"{name}.button"))
    )


def _start(found: Standing, settings: Settings, language: str) -> str:
    """Whoever has no account yet reads at the door what a guest reads there, and agrees to it."""
    read = consent_text(language)[1]
    return _page(
        language,
        "start",
        tag("p", text(language, "door.start.whom", label=_label(found, language)), class_="t-body"),
        _say(language, "start.other", "t-small"),
        tag("h2", read.kept_title, class_="t-heading"),
        tag("p", read.text, class_="t-body"),
        tag("h2", read.receiver_title, class_="t-heading"),
        tag("p", consent.receiver(settings, language), class_="t-body"),
        _form(
            _hidden("textVersion", consent.text_version()),
            _tick("limits", read.limits),
            _tick("adult", read.adult),
            _button(language, "start.button"),
        ),
        tag("p", read.end, class_="t-small"),
    )


def _tick(name: str, line: str) -> Markup:
    """A box that the browser asks for."""
    box = tag("input", type="checkbox", name=name, value="yes", required=True)
    return tag(
        "label", box, tag("span", line), class_="door-check t-body", data_testid=f"consent-{name}"
    )


def _ask_for_code(found: Standing, language: str) -> str:
    wrong = tag("p", text(language, "door.code.wrong"), class_="problem", role="alert")
    field = tag(
        "input",
        name="code",
        id="code",
        class_="input num",
        inputmode="numeric",
        autocomplete="one-time-code",
        required=True,
        maxlength=12,
    )
    return _page(
        language,
        "code",
        tag("p", text(language, "door.code.what", label=found.label), class_="t-body"),
        _form(
            tag("label", text(language, "door.code.label"), for_="code", class_="field-label"),
            field,
            wrong if found.was_wrong else "",
            _button(language, "code.button"),
        ),
    )


def _choose(found: Standing, language: str) -> str:
    label = _label(found, language)
    choices = ("there", "here") if found.may_keep_here else ("there",)
    return _page(
        language,
        "choose",
        tag("p", text(language, "door.choose.what", label=label), class_="t-body"),
        *[_choice(found, choice, label, language) for choice in choices],
        _home(language, "btn btn-quiet", "door.choose.cancel"),
    )


def _choice(found: Standing, choice: str, label: str, language: str) -> Markup:
    """One account to keep: what is in it, what happens to the other one, and a button."""
    held = found.there if choice == "there" else found.here
    deletes = tag("input", type="checkbox", name="deletes", value="yes")
    return tag(
        "section",
        tag("h2", text(language, f"door.choose.{choice}"), class_="t-heading"),
        tag("p", _holdings(held, language) if held else "", class_="t-body"),
        tag("p", _left(choice, label, language), class_="t-small"),
        _form(
            _hidden("keeps", choice),
            tag(
                "label",
                deletes,
                tag("span", text(language, "door.choose.delete")),
                class_="door-check t-small",
            ),
            _button(language, f"choose.{choice}_button"),
        ),
        class_="card door-choice",
        data_testid=f"keep-{choice}",
    )


def _left(choice: str, label: str, language: str) -> str:
    """Say what becomes of the account that isn't chosen."""
    if choice == "there":
        return text(language, "door.choose.there_left")
    return text(language, "door.choose.here_left", label=label)


def _holdings(held: Holdings, language: str) -> str:
    counts = {"cards": held.cards, "wins": held.wins, "talks": held.talks}
    parts = [
        text(language, f"door.has.{name}.{'one' if n == 1 else 'other'}", count=n)
        if n != 1
        else text(language, f"door.has.{name}.one")
        for name, n in counts.items()
    ]
    used = held.last_used.date().isoformat() if held.last_used else ""
    last = text(language, "door.has.last", day=used) if used else ""
    return f"{', '.join(parts)}. {last}".rstrip()


def _dead_end(found: Standing, language: str) -> str:
    name = found.step.value
    what = _say(language, f"{name}.what")
    again = (
        _form(_hidden("again", "yes"), _button(language, "old.again"))
        if found.can_ask_again
        else ""
    )
    shape = "btn btn-secondary" if found.can_ask_again else "btn btn-primary"
    return _page(language, name, what, again, _home(language, shape))


def _label(found: Standing, language: str) -> str:
    return found.label or text(language, "door.your_google")


def _page(language: str, name: str, *inside: str) -> str:
    title = text(language, f"door.{name}.title")
    mark = tag(
        "svg",
        tag("path", d=_CURVE, stroke="currentColor", stroke_width="2", stroke_linecap="round"),
        tag("circle", **_COIN, fill="currentColor"),
        viewBox="0 0 24 24",
        fill="none",
        aria_hidden="true",
    )
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="robots", content="noindex"),
        tag("title", f"{title} · {text(language, 'app.name')}"),
        *[tag("link", rel="stylesheet", href=f"/{name}.css") for name in _SHEETS],
        tag("link", rel="icon", href="/toney/icons/toney-icon-512.svg"),
        tag("script", src="/toney/door.js"),
    )
    body = tag(
        "main",
        tag("p", mark, tag("span", text(language, "app.name")), class_="door-mark t-heading"),
        tag("h1", title, class_="t-title"),
        *inside,
        class_="door",
        data_testid=f"door-{name}",
    )
    page = tag(
        "html",
        tag("head", *head),
        tag("body", tag("div", body, class_="app")),
        lang=language,
        data_accent="neutral",
    )
    return f"<!doctype html>{page}"


_SHEETS = ("tokens", "app", "door")


def _say(language: str, key: str, role: str = "t-body") -> Markup:
    return tag("p", text(language, f"door.{key}"), class_=role)


def _form(*inside: str) -> Markup:
    return tag("form", *inside, method="post")


def _hidden(name: str, value: str) -> Markup:
    return tag("input", type="hidden", name=name, value=value)


def _button(language: str, key: str) -> Markup:
    label = text(language, f"door.{key}")
    return tag("button", label, type="submit", class_="btn btn-primary", data_testid="door-go")


def _go(href: str, label: str, shape: str = "btn btn-primary") -> Markup:
    return tag("a", label, href=href, class_=shape)


def _home(language: str, shape: str = "btn btn-primary", key: str = "door.home") -> Markup:
    return joined(_go("/", text(language, key), shape))
