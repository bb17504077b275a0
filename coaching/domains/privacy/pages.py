"""The pages `/privacy` and `/terms`: what this instance does, by its settings; no scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from coaching.content import text
from coaching.services import consent
from coaching.text.markup import tag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from coaching.settings import Settings

Name = Literal["privacy", "terms"]
STYLE = "/legal.css"
EMPTY_WITHOUT = ("operator_name", "operator_contact", "operator_address", "operator_law")


def page(name: Name, settings: Settings, language: str) -> str:
    """Return a page as HTML in a language."""
    title = text(language, f"legal.{name}.title")
    other: Name = "terms" if name == "privacy" else "privacy"
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width"),
        tag("title", f"{title} · Toney"),
        tag("link", rel="stylesheet", href=STYLE),
        tag("link", rel="icon", href="/toney/icons/toney-icon-512.svg", type="image/svg+xml"),
    )
    sections = _privacy(settings, language) if name == "privacy" else _terms(settings, language)
    version = text(language, "legal.version", version=consent.text_version())
    links = (
        tag("a", text(language, "legal.home"), href="/"),
        tag("a", text(language, f"legal.other_{other}"), href=f"/{other}"),
    )
    body = (
        tag("main", tag("h1", title), *sections, tag("p", version, class_="small")),
        tag("nav", *links),
    )
    return (
        f"<!doctype html>\n{tag('html', tag('head', *head), tag('body', *body), lang=language)}\n"
    )


def empty_settings(settings: Settings) -> list[str]:
    """Return the settings that these pages need and that are empty."""
    return [name.upper() for name in EMPTY_WITHOUT if not getattr(settings, name).strip()]


def _privacy(settings: Settings, lang: str) -> Iterator[Markup]:
    yield from _section(lang, "who", *_who(settings, lang))
    yield from _section(lang, "kept", *_said(lang, "kept.words", "kept.sign_in", "kept.figures"))
    yield from _section(lang, "sent", *_sent(settings, lang))
    yield from _section(lang, "long", *_kept_for(settings, lang))
    rights = (f"rights.{name}" for name in ("read", "change", "withdraw", "leave", "complain"))
    yield from _section(lang, "rights", *_said(lang, *rights))
    yield from _law(settings, lang)


def _terms(settings: Settings, lang: str) -> Iterator[Markup]:
    yield from _section(lang, "is", *_said(lang, "is.not", "is.emergency", "is.adults"))
    uses = (f"use.{name}" for name in ("own", "yours", "limits", "end"))
    yield from _section(lang, "use", *_said(lang, *uses))
    yield from _section(lang, "who", *_who(settings, lang))
    yield from _law(settings, lang)


def _law(settings: Settings, lang: str) -> Iterator[Markup]:
    if law := settings.operator_law.strip():
        yield from _section(lang, "law", text(lang, "legal.law.named", law=law))


def _who(settings: Settings, lang: str) -> Iterator[str]:
    name = settings.operator_name.strip()
    yield text(lang, "legal.who.named", name=name) if name else text(lang, "legal.who.unnamed")
    if contact := settings.operator_contact.strip():
        yield text(lang, "legal.who.contact", contact=contact)
    if address := settings.operator_address.strip():
        yield text(lang, "legal.who.address", address=address)


def _sent(settings: Settings, lang: str) -> Iterator[str]:
    provider = consent.provider(settings)
    if not provider:
        yield text(lang, "legal.sent.nobody")
    else:
        yield text(lang, "legal.sent.provider", provider=provider)
    if settings.has_model and (places := _places(settings)):  # a local model looks things up, too
        yield text(lang, "legal.sent.lookups", places=", ".join(places))
    yield text(lang, "legal.sent.admin")


def _places(settings: Settings) -> list[str]:
    has_key = bool(settings.brave_search_api_key.get_secret_value())
    places = (("Wikipedia", settings.wikipedia_base_url), ("Brave Search", has_key))
    return [name for name, is_on in places if is_on]


def _kept_for(settings: Settings, lang: str) -> Iterator[str]:
    yield from _said(lang, "long.yours", "long.deleted")
    if not settings.backup_days:
        yield text(lang, "legal.long.backups_ever")
    days = {
        "backups": settings.backup_days,
        "guests": settings.guest_days,
        "sign_ins": settings.sign_in_days,
        "safety": settings.safety_event_days,
        "calls": settings.model_call_days,
    }
    for name, count in days.items():
        if count:
            yield text(lang, f"legal.long.{name}", days=count)


def _said(lang: str, *names: str) -> Iterator[str]:
    return (text(lang, f"legal.{name}") for name in names)


def _section(lang: str, name: str, *lines: str) -> Iterator[Markup]:
    yield tag("h2", text(lang, f"legal.{name}.head"))
    yield from (tag("p", line) for line in lines)
