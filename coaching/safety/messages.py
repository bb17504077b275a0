"""The fixed words of care: written by people, filled from data, never by a model."""

from __future__ import annotations

import re

from coaching.content.catalogue import DEFAULT_LANGUAGE, text, texts
from coaching.content.helplines import EVERYWHERE
from coaching.safety.resources import EMERGENCY, resources_for
from coaching.values.enums import SafetyLevel

_SENTENCE_START = re.compile(r"(?:^|(?<=[.?!] ))[a-z]")
_LOCAL_HELP = {SafetyLevel.CRISIS: "basic_needs", SafetyLevel.CONCERN: "acute_debt"}


def fixed_message(
    category: str,
    level: SafetyLevel,
    country: str | None,
    *,
    lang: str = DEFAULT_LANGUAGE,
) -> str:
    """Return the fixed text for a category and level, its placeholders filled for the country."""
    key = f"safety.message.{category}.{level}"
    template = texts(lang)[key]
    filling = {
        "emergency": _emergency(country, lang),
        "helpline": _helpline(category, country, lang),
        "local_help": _local_help(level, country, lang),
    }
    slots = {name: words for name, words in filling.items() if f"{{{name}}}" in template}
    return _SENTENCE_START.sub(lambda start: start[0].upper(), text(lang, key, **slots))


def _emergency(country: str | None, lang: str) -> str:
    return resources_for("", country, lang=lang)[0].contact


def _helpline(category: str, country: str | None, lang: str) -> str:
    own = (r for r in resources_for(category, country, lang=lang) if r.region != EVERYWHERE)
    name = next((r.name for r in own if EMERGENCY not in r.topics), "")
    return name or text(lang, "safety.helpline_words")


def _local_help(level: SafetyLevel, country: str | None, lang: str) -> str:
    topic = _LOCAL_HELP.get(level, "acute_debt")
    found = resources_for("acute_debt", country, lang=lang)
    return next((r.name for r in found if topic in r.topics), "") or text(
        lang, "safety.local_help_words"
    )
