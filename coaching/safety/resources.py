"""Where a person can turn to, in the country that they told us; never in one that we guessed.

Without a country there is still the emergency number in words and the international directory.
Unverified numbers are marked by their empty `verified_at`; hours are shown only when verified.
"""

from __future__ import annotations

from coaching.content.catalogue import DEFAULT_LANGUAGE, text
from coaching.content.safety_policy import HelpResource, load_safety_policy
from coaching.values.safety import Resource

EMERGENCY = "emergency"
ANY_CRISIS = "any_crisis"
EVERYWHERE = "*"
LOCAL_EMERGENCY = "local_emergency"
_ALSO = {
    "gambling": ("acute_debt",),
    "harm_to_others": (ANY_CRISIS,),
    "mania_psychosis": (ANY_CRISIS,),
    "self_harm": (ANY_CRISIS,),
    "substance_eating": (ANY_CRISIS,),
    "suicidality": (ANY_CRISIS,),
    "acute_debt": ("basic_needs",),
    "domestic_economic_abuse": (ANY_CRISIS,),
    "minor": (ANY_CRISIS,),
}


def resources_for(
    category: str, country: str | None, *, lang: str = DEFAULT_LANGUAGE
) -> tuple[Resource, ...]:
    """Return places to turn to, the emergency number first; `category` empty means any crisis."""
    here = [resource for resource in _listed() if country in _countries(resource)]
    emergency = [r for r in here if EMERGENCY in r.topics] or [_local_emergency(lang)]
    topics = (category, *_ALSO.get(category, ())) if category else ("suicidality", ANY_CRISIS)
    matching = [r for topic in topics for r in here if topic in r.topics]
    everywhere = [r for r in _listed() if r.region == EVERYWHERE]
    unique = dict.fromkeys([*emergency[:1], *matching, *everywhere])
    return tuple(_resource(resource) for resource in unique)


def all_resources(*, lang: str = DEFAULT_LANGUAGE) -> tuple[Resource, ...]:
    """Return every place that can be shown anywhere, each with a name of its own."""
    return tuple(_resource(resource) for resource in (_local_emergency(lang), *_listed()))


def countries() -> tuple[str, ...]:
    """Return the countries that we have a number for, sorted."""
    return tuple(
        sorted({code for codes in load_safety_policy().regions.values() for code in codes})
    )


def _listed() -> list[HelpResource]:
    return [resource for resource in load_safety_policy().resources if resource.listed]


def _countries(resource: HelpResource) -> tuple[str, ...]:
    return load_safety_policy().regions[resource.region]


def _local_emergency(lang: str) -> HelpResource:
    return HelpResource(
        id=LOCAL_EMERGENCY,
        region=EVERYWHERE,
        topics=(EMERGENCY,),
        name=text(lang, "safety.emergency_name"),
        contact=text(lang, "safety.emergency_words"),
        status="words, not a number",
    )


def _resource(found: HelpResource) -> Resource:
    with_hours = found.hours and found.verified_at
    return Resource(
        id=found.id,
        name=found.name,
        contact=f"{found.contact} ({found.hours})" if with_hours else found.contact,
        region=found.region,
        topics=found.topics,
        verified_at=found.verified_at,
        verified_by=found.verified_by,
    )
