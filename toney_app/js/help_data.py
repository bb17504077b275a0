"""What help needs without the server: one module that the page loads after its first paint.

Numbers and lines of all countries, their time zones, and the phrases of the safety lexicons that
say plainly that a life is in danger. Written anew with each build.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from coaching.content.catalogue import DEFAULT_LANGUAGE, languages, text
from coaching.content.helplines import EVERYWHERE, load_helplines
from coaching.content.safety_lexicon import (
    LANGUAGES,
    SafetyLexicon,
    SafetyRule,
    load_safety_lexicon,
)
from coaching.safety import resources
from coaching.safety.country import zones
from coaching.safety.phrases import read_phrase
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Iterable

CATEGORIES = ("suicidality", "self_harm", "harm_to_others", "domestic_economic_abuse")
"""What the page listens for by itself; everything else waits for the server."""
_OTHERWISE = {"target": "", "word": "", "hours": ""}


def code() -> str:
    """Return the module."""
    whole = {
        "emergency": _by_number(0),
        "police": _by_number(1),
        "policeFirst": sorted(resources.POLICE_FIRST),
        "also": resources.ALSO,
        "everywhere": EVERYWHERE,
        "lines": lines(),
        "zones": _zones(),
        "places": _places(),
        "checked": load_helplines().checked_on.isoformat(),
        "phrases": [phrases(load_safety_lexicon(language)) for language in LANGUAGES],
    }
    return f"export const DATA = {json.dumps(whole, ensure_ascii=False, separators=(',', ':'))};\n"


def lines() -> dict[str, list[dict[str, Any]]]:
    """Return the lines of each country as the page shows them, without what is empty."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in resources.all_resources():
        if resources.EMERGENCY in line.topics:
            continue
        fields = {"name": line.name, "way": line.way, "topics": line.topics}
        more = {name: getattr(line, name) for name in _OTHERWISE if getattr(line, name)}
        found[line.region].append(fields | more)
    return dict(found)


def phrases(lexicon: SafetyLexicon) -> dict[str, Any]:
    """Return how a language says plainly that somebody is in danger, as regular expressions.

    Phrases that depend on words around them are left to the server.
    """
    rules = [rule for rule in lexicon.rules if _is_plain(rule)]
    lowering = sorted({name for rule in rules for name in rule.lowered_by})
    return {
        "idioms": _either(lexicon.idioms, lexicon.words),
        "readings": lexicon.glued | lexicon.shortened | dict.fromkeys(lexicon.filler, ""),
        "pairs": lexicon.pairs,
        "negation": read_phrase(lexicon.negation, lexicon.words).regex,
        "lowering": {name: _either([lexicon.words[name]], lexicon.words) for name in lowering},
        "rules": [
            {
                "category": rule.category,
                "loweredBy": rule.lowered_by,
                "negatable": rule.negatable,
                "any": _either(rule.phrases, lexicon.words),
            }
            for rule in rules
        ],
    }


def _is_plain(rule: SafetyRule) -> bool:
    depends = rule.near or rule.unless or rule.not_after
    return rule.level is SafetyLevel.CRISIS and rule.category in CATEGORIES and not depends


def _either(sources: Iterable[str], words: dict[str, str]) -> str:
    return "|".join(read_phrase(source, words).regex for source in sources)


def _places() -> dict[str, dict[str, str]]:
    """Return the parts of countries that lines are for, by language and English name."""
    named = {line.place for line in load_helplines().lines if line.place}
    keys = {place: f"safety.place.{_key(place)}" for place in sorted(named)}
    return {
        language: {place: text(language, key) for place, key in keys.items()}
        for language in languages()
        if language != DEFAULT_LANGUAGE
    }


def _key(place: str) -> str:
    return "_".join(place.replace(",", "").lower().split())


def _by_number(place: int) -> dict[str, str]:
    found: dict[str, list[str]] = defaultdict(list)
    for country in resources.countries():
        found[resources.emergency_numbers(country)[place]].append(country)
    return {number: " ".join(codes) for number, codes in found.items()}


def _zones() -> dict[str, str]:
    found: dict[str, list[str]] = defaultdict(list)
    for zone, country in sorted(zones().items()):
        found[country].append(zone)
    return {country: " ".join(names) for country, names in found.items()}
