"""Where a person can turn to, in a country: the emergency number first, then lines by topic.

Without a country there is the emergency number in words and the international directory.
"""

from __future__ import annotations

from functools import cache

from coaching.content.catalogue import DEFAULT_LANGUAGE, text
from coaching.content.helplines import EVERYWHERE, Helpline, load_helplines
from coaching.values.safety import Resource

EMERGENCY = "emergency"
ANY_CRISIS = "suicidality"
LOCAL_EMERGENCY = "local_emergency"
POLICE_FIRST = frozenset({"domestic_economic_abuse", "harm_to_others", "fraud"})
"""Where ambulance and police have numbers of their own, these need the police."""
ALSO = {
    "": (ANY_CRISIS,),
    "gambling": ("acute_debt",),
    "harm_to_others": (ANY_CRISIS,),
    "mania_psychosis": (ANY_CRISIS,),
    "self_harm": (ANY_CRISIS,),
    "substance_eating": (ANY_CRISIS,),
    "acute_debt": ("basic_needs",),
    "domestic_economic_abuse": (ANY_CRISIS,),
    "minor": (ANY_CRISIS,),
}
"""Topics whose lines help too; a category's own come first."""
ALL_DAY = "24/7"


def resources_for(
    category: str, country: str | None, *, lang: str = DEFAULT_LANGUAGE
) -> tuple[Resource, ...]:
    """Return places to turn to, the emergency number first; `category` empty means any crisis."""
    topics = (category, *ALSO.get(category, ()))
    matching = [r for topic in topics for r in _lines().get(country or "", ()) if topic in r.topics]
    everywhere = _lines()[EVERYWHERE]
    return tuple(dict.fromkeys([_emergency(category, country, lang), *matching, *everywhere]))


def all_resources(*, lang: str = DEFAULT_LANGUAGE) -> tuple[Resource, ...]:
    """Return every place that can be shown anywhere."""
    emergency = (_emergency("", country, lang) for country in (None, *countries()))
    return (*emergency, *(line for lines in _lines().values() for line in lines))


@cache
def countries() -> tuple[str, ...]:
    """Return the countries that we have a number for, sorted: all of ISO 3166-1, and Kosovo."""
    return tuple(sorted(load_helplines().emergency))


def emergency_numbers(country: str) -> tuple[str, str]:
    """Return the emergency number of a country and the one for the police, often the same."""
    found = load_helplines().emergency[country]
    return found.number, found.police or found.number


def _emergency(category: str, country: str | None, lang: str) -> Resource:
    name = text(lang, "safety.emergency_name")
    if country not in load_helplines().emergency:
        words = text(lang, "safety.emergency_words")
        return Resource(LOCAL_EMERGENCY, name, words, EVERYWHERE, (EMERGENCY,))
    number = emergency_numbers(country)[category in POLICE_FIRST]
    return Resource(
        f"{country.lower()}_emergency", name, number, country, (EMERGENCY,), "call", number
    )


@cache
def _lines() -> dict[str, tuple[Resource, ...]]:
    """Return the lines of each country, each as it is shown."""
    found: dict[str, tuple[Resource, ...]] = {}
    for line in load_helplines().lines:
        found[line.country] = (*found.get(line.country, ()), _resource(line))
    return found


def _resource(line: Helpline) -> Resource:
    checked_on = load_helplines().checked_on
    hours = "" if line.hours == ALL_DAY else line.hours
    name = f"{line.name} ({line.place})" if line.place else line.name
    if line.call:
        way, target, contact = "call", line.call, line.call
    elif line.text:
        way, target, contact = "text", line.text, f"Text {line.word} to {line.text}"
    else:
        way, target, contact = "site", line.url, line.url.removeprefix("https://")
    word = line.word if way == "text" else ""
    return Resource(
        line.id, name, contact, line.country, line.topics, way, target, word, hours, checked_on
    )
