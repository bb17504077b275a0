from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coaching.errors import InvalidInput
from coaching.models import TensionSource
from coaching.services import profiles
from coaching.values.enums import Depth, LearningStyle, Tension
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Profile
    from coaching.repositories.db import Db

ALL_GRIP = {f"q{n}": f"q{n}_grip" for n in (1, 2, 3, 4, 5, 6)} | {"q7": "q7_worry"}


async def change(db: Db, owner: UUID, clock: FrozenClock, **wanted: Any) -> Profile:
    async with db.unit(owner, write=True) as s:
        return await profiles.change(s, owner, at=clock.now(), **wanted)


@pytest.mark.both_databases
async def test_what_a_person_sets_is_kept(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    await change(
        db, owner, clock, name=" Mara ", country="GB", tone=4.5, depth="deep",
        learning_style="story", time_zone="Europe/Berlin", locale="en-GB",
    )  # fmt: skip

    async with db.unit(owner) as s:
        kept = await profiles.require(s, owner)
    assert (kept.name, kept.country, kept.tone) == ("Mara", "GB", 4.5)
    assert (kept.depth, kept.learning_style) == (Depth.DEEP, LearningStyle.STORY)
    assert kept.time_zone == "Europe/Berlin"
    assert kept.updated_at == clock.now()


async def test_a_country_can_be_taken_back(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db, country="GB")

    assert (await change(db, owner, clock, country=None)).country is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tone", 0), ("tone", 10.5), ("tone", 4.55), ("tone", "five"), ("tone", None),
        ("tone", True), ("tone", float("nan")), ("tone", 10**400),
        ("country", "gb"), ("country", "XX"), ("country", ""), ("country", ["GB"]),
        ("depth", "abyss"), ("depth", None), ("learning_style", 7),
        ("tension", "avoid\x00"), ("tension", None), ("tension", ["avoid"]),
        ("name", "a" * 81), ("name", "\x00"),
    ],
)  # fmt: skip
async def test_a_field_that_does_not_fit_is_named_and_nothing_changes(
    sqlite_db: Db, clock: FrozenClock, field: str, value: object
) -> None:
    owner = await factories.person(sqlite_db, name="Mara", tone=5.0)

    with pytest.raises(InvalidInput) as refusal:
        await change(sqlite_db, owner, clock, **{"name": "Other", field: value})

    wire_name = {"learning_style": "learningStyle"}.get(field, field)
    assert wire_name in refusal.value.fields
    async with sqlite_db.unit(owner) as s:
        assert (await profiles.require(s, owner)).name == "Mara"


async def test_every_wrong_field_is_named_at_once(sqlite_db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(sqlite_db)

    with pytest.raises(InvalidInput) as refusal:
        await change(sqlite_db, owner, clock, tone=11, country="XX", depth="abyss")

    assert set(refusal.value.fields) == {"tone", "country", "depth"}


async def test_another_tension_brings_its_second_one_and_its_guess(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db, onboarding_answers=ALL_GRIP)

    person = await change(db, owner, clock, tension="worry")

    assert (person.tension_type, person.tension_source) == (Tension.WORRY, TensionSource.USER)
    assert person.secondary_tension_type is Tension.GRIP
    assert person.hypothesis


@given(tone=st.floats(allow_nan=True, allow_infinity=True) | st.integers())
def test_a_tone_is_kept_with_one_decimal_or_refused(tone: float) -> None:
    try:
        kept = profiles.check_tone(tone)
    except InvalidInput:
        return
    assert 1.0 <= kept <= 10.0
    assert kept == round(kept, 1)


@pytest.mark.parametrize(
    ("before", "language", "after"),
    [("en-US", "es", "es-US"), ("es-MX", "en", "en-MX"), ("en", "es", "es"), ("en", "xx", "en")],
)
async def test_a_language_is_changed_and_the_region_stays(
    sqlite_db: Db, clock: FrozenClock, before: str, language: str, after: str
) -> None:
    owner = await factories.person(sqlite_db, locale=before)
    async with sqlite_db.unit(owner, write=True) as s:
        person = await profiles.speak(s, owner, language, at=clock.now())
    assert (person.locale, profiles.language_of(person)) == (after, after[:2])
