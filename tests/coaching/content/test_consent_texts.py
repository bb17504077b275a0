from __future__ import annotations

from dataclasses import asdict

from coaching.content import languages, texts
from coaching.content.consent_texts import consent_text, load_consent_texts, text_version


def test_the_pages_show_the_text_of_the_version_in_force() -> None:
    """A changed sentence needs a new version: add it here and in `onboarding.json`."""
    in_force = load_consent_texts()[text_version()]
    assert set(in_force) == set(languages())
    for language, kept in in_force.items():
        catalogue = texts(language)
        shown = {name: catalogue[f"consent.{name}"] for name in asdict(kept)}
        assert shown == asdict(kept), language


def test_the_whole_text_names_who_receives_the_messages() -> None:
    language, spanish = consent_text("es-CL")
    assert language == "es"
    assert consent_text("fr")[0] == "en"
    assert "Anthropic" in spanish.whole("Anthropic", has_model=True)
    assert spanish.provider_here in spanish.whole("", has_model=True)
    assert spanish.provider_none in spanish.whole("", has_model=False)
    for part in (spanish.text, spanish.limits, spanish.adult, spanish.end):
        assert part in spanish.whole("", has_model=False)
