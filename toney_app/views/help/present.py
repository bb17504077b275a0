"""Places to turn to, each with a way to reach it that a phone can dial."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.content.safety_policy import load_safety_policy
from coaching.safety import countries, resources_for

if TYPE_CHECKING:
    from coaching.values.safety import Resource

_TEXT_TO = re.compile(r"\b[Tt]ext \w+ to (\d{3,})")
_NUMBER = re.compile(r"\+?\d[\d -]*\d")
_SITE = re.compile(r"\b(?:[\w-]+\.)+[a-z]{2,}\b")


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere to turn to; `way` is call, text or site, and `shown` what stands at the right."""

    name: str = ""
    way: str = ""
    href: str = ""
    shown: str = ""
    is_verified: bool = False


def table() -> dict[str, Place]:
    """Return every place by its id."""
    categories = ("", *load_safety_policy().actions)
    asked = ((category, country) for country in (None, *countries()) for category in categories)
    found = (resource for pair in asked for resource in resources_for(*pair))
    return {resource.id: place(resource) for resource in found}


def place(resource: Resource) -> Place:
    """Return a place with its first way of being reached."""
    way, href, shown = _reach(resource.contact)
    return Place(resource.name, way, href, shown, resource.verified_at is not None)


def _reach(contact: str) -> tuple[str, str, str]:
    first = contact.split(";", 1)[0]
    if text := _TEXT_TO.search(first):
        return "text", f"sms:{text[1]}", text[1]
    if numbers := _NUMBER.findall(first):
        number = max(numbers, key=len)
        return "call", f"tel:{re.sub('[^0-9+]', '', number)}", number
    if site := _SITE.search(contact):
        return "site", f"https://{site[0]}", site[0]
    return "words", "", contact
