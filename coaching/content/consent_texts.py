"""Every text that people were asked to agree to, by version and language; none is ever changed.

The pages show the catalogue's words. They are those of the version in force, or a test fails: a
changed sentence is a new version in `consent_texts.json` and in `onboarding.json`.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from coaching.content.catalogue import DEFAULT_LANGUAGE
from coaching.content.onboarding import load_onboarding
from coaching.content.reading import BrokenContent, data_file, read, record
from coaching.templates import filled

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "consent_texts.json"


@record
class ConsentText:
    """The sentences of one version in one language."""

    adult: str
    end: str
    kept_title: str
    limits: str
    provider_here: str
    provider_named: str
    provider_none: str
    receiver_title: str
    text: str

    def receiver(self, provider: str, *, has_model: bool) -> str:
        """Return who gets the messages; without a provider they stay on this machine."""
        if provider:
            return filled(self.provider_named, {"provider": provider})
        return self.provider_here if has_model else self.provider_none

    def whole(self, provider: str, *, has_model: bool) -> str:
        """Return all that somebody reads and ticks, as one text."""
        kept = f"{self.kept_title}\n{self.text}"
        receives = f"{self.receiver_title}\n{self.receiver(provider, has_model=has_model)}"
        return f"{kept}\n\n{receives}\n\n{self.limits}\n\n{self.adult}\n\n{self.end}"


@cache
def load_consent_texts() -> Mapping[str, Mapping[str, ConsentText]]:
    """Return the texts by version, then by language."""
    found = read(data_file(FILE), dict[str, dict[str, ConsentText]])
    if text_version() not in found:
        raise BrokenContent(f"{FILE}: version {text_version()} is in force and isn't there")
    if any(DEFAULT_LANGUAGE not in each for each in found.values()):
        raise BrokenContent(f"{FILE}: each version needs its English text")
    return MappingProxyType({version: MappingProxyType(each) for version, each in found.items()})


def text_version() -> str:
    """Return the version of the text that is asked for today."""
    return load_onboarding().consent_text_version


def consent_text(locale: str) -> tuple[str, ConsentText]:
    """Return the text in force for a locale, and the language that it is in."""
    texts = load_consent_texts()[text_version()]
    wanted = locale.partition("-")[0].lower()
    language = wanted if wanted in texts else DEFAULT_LANGUAGE
    return language, texts[language]
