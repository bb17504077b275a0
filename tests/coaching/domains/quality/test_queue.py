"""The quality queue: what people said was wrong, without their words until they allow it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
import sqlalchemy as sa

from coaching.domains.access_grants.models import AccessGrant
from coaching.domains.access_grants.service import standing
from coaching.domains.admin_access.service import SignedInAdmin
from coaching.domains.quality import cases, ratings, service
from coaching.domains.quality.service import Filter
from coaching.errors import Conflict, NotAllowed, NotFound
from coaching.models import CoachingBriefing, Correction, Feedback, Hypothesis, MessageRole
from coaching.repositories import audit, conversations, messages
from coaching.repositories.db import Db
from coaching.services import message_deletion
from coaching.values.enums import (
    AdminRole,
    HypothesisStatus,
    RetiredBecause,
    Tension,
    Trigger,
    Verdict,
)
from coaching.values.quality import FlagKind, Rating
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.support.databases import Database

NOW = datetime.now(UTC).replace(microsecond=0)
ANA = SignedInAdmin(uuid4(), "ana", AdminRole.ADMIN, has_second_factor=True)
VIEWER = SignedInAdmin(uuid4(), "vera", AdminRole.VIEWER, has_second_factor=True)
EVERYTHING = Filter(is_handled=None)
COMMENT = "That isn’t about my brother Tom at all"


@pytest.fixture
async def desk(database: Database) -> AsyncGenerator[Db]:
    """Return the database under the admin's role."""
    opened = Db(database.admin_url, admin=True)
    yield opened
    await opened.close()


class Mara:
    """Somebody who rates two replies, corrects two beliefs and rejects a guess."""

    def __init__(self, db: Db, owner: UUID, session_id: UUID) -> None:
        self.db, self.owner, self.session_id = db, owner, session_id

    async def rates(self, place: int, rating: Rating | None, comment: str = "") -> None:
        async with self.db.unit(self.owner, write=True) as s:
            found = await messages.page(s, self.owner, self.session_id)
            reply = [m for m in found if m.role is MessageRole.COACH][place]
            await ratings.rate(s, self.owner, reply.id, rating, comment, at=ago(50 - place))

    async def gives(self) -> None:
        async with self.db.unit(self.owner, write=True) as s:
            s.add(
                AccessGrant(
                    user_id=self.owner,
                    asked_by="ana",
                    hours=24,
                    lapses_at=NOW + timedelta(days=7),
                    given_at=NOW,
                    ends_at=NOW + timedelta(days=1),
                )
            )


def ago(minutes: int) -> datetime:
    return NOW - timedelta(minutes=minutes)


@pytest.fixture
async def mara(db: Db) -> Mara:
    owner = await factories.person(db, name="Mara", tension_type=Tension.AVOID, locale="en-GB")
    session = await factories.conversation(db, owner)
    for place, said in enumerate(["I owe Tom 450, Tom is my brother", "No, not Tom"]):
        at = ago(60 - place)
        shape = {"model": "claude-sonnet-5-5", "prompt_hash": f"{place}a2b3c4d5e6f"}
        await factories.exchange(db, owner, session, said, f"About Tom, {place}?", at=at, **shape)
    found = Mara(db, owner, session.id)
    await found.rates(0, Rating.MISSED, COMMENT)
    await found.rates(1, Rating.HELPED)
    corrected: dict[str, Any] = {"user_id": owner, "said": "You fear the post"}
    async with db.unit(owner, write=True) as s:
        s.add(
            CoachingBriefing(
                user_id=owner,
                version=1,
                trigger=Trigger.ONBOARDING,
                boundary="onboarding",
                briefing_content="x",
                model="claude-opus-5-5",
                prompt_hash="briefing",
                created_at=ago(55),
            )
        )
        rows = [
            ("guess:off_track:1", Verdict.NOT_TRUE, 30),
            ("remembers:2", Verdict.DIFFERENTLY, 20),
            ("story:3", Verdict.TRUE, 19),
        ]
        for item, verdict, minutes in rows:
            row = Correction(**corrected, item=item, verdict=verdict, created_at=ago(minutes))
            s.add(row)
        for minutes in (20, 10):  # the first one is the correction above, seen again
            s.add(
                Hypothesis(
                    user_id=owner,
                    text="A guess",
                    status=HypothesisStatus.RETIRED,
                    because=RetiredBecause.REJECTED,
                    retired_at=ago(minutes),
                    updated_at=NOW,
                )
            )
    return found


async def kinds(desk: Db, wanted: Filter = EVERYTHING) -> list[str]:
    return [one.flag.kind.value for one in (await service.page(desk, wanted, now=NOW)).entries]


async def entry(desk: Db, kind: FlagKind) -> service.Entry:
    found = await service.page(desk, Filter(kind=kind, is_handled=None), now=NOW)
    return found.entries[0]


@pytest.mark.both_databases
async def test_the_queue_lists_what_was_wrong_newest_first_and_each_thing_once(
    desk: Db, mara: Mara
) -> None:
    assert await kinds(desk) == ["guess", "belief", "off_track", "reply_missed"]
    assert await kinds(desk, Filter(kind="reply_helped")) == ["reply_helped"]
    await mara.rates(0, None)
    assert "reply_missed" not in await kinds(desk)


async def test_each_entry_says_which_reply_and_prompt_it_is_about(desk: Db, mara: Mara) -> None:
    found = {one.flag.kind: one for one in (await service.page(desk, EVERYTHING, now=NOW)).entries}
    behind = {kind.value: (one.behind.model, one.behind.prompt_hash) for kind, one in found.items()}
    assert behind == {
        "guess": ("claude-opus-5-5", "briefing"),
        "belief": ("claude-opus-5-5", "briefing"),
        "off_track": ("claude-sonnet-5-5", "1a2b3c4d5e6f"),
        "reply_missed": ("claude-sonnet-5-5", "0a2b3c4d5e6f"),
    }
    assert {one.flag.agent for one in found.values()} == {"coach", "observer", "strategist"}
    missed = found[FlagKind.REPLY_MISSED]
    assert (missed.flag.tension, missed.flag.locale) == (Tension.AVOID, "en-GB")
    assert (missed.is_granted, missed.has_case) == (False, False)


@pytest.mark.both_databases
async def test_it_is_filtered_by_language_agent_and_whether_it_was_handled(
    db: Db, desk: Db, mara: Mara
) -> None:
    assert await kinds(desk, Filter(agent="observer")) == ["belief"]
    assert await kinds(desk, Filter(language="es")) == []
    assert len(await kinds(desk, Filter(language="en"))) == 4
    guess = (await entry(desk, FlagKind.GUESS)).flag
    for _ in range(2):
        await service.handle(desk, ANA, guess.kind, guess.id, is_handled=True, now=NOW)
    assert await kinds(desk, Filter(is_handled=True)) == ["guess"]
    assert "guess" not in await kinds(desk, Filter())
    await service.handle(desk, ANA, guess.kind, guess.id, is_handled=False, now=NOW)
    assert "guess" in await kinds(desk, Filter())
    with pytest.raises(NotAllowed):
        await service.handle(desk, VIEWER, guess.kind, guess.id, is_handled=True, now=NOW)
    with pytest.raises(NotFound):
        await service.handle(desk, ANA, guess.kind, uuid4(), is_handled=True, now=NOW)


@pytest.mark.both_databases
async def test_pages_meet_without_a_gap_and_without_an_entry_twice(desk: Db, mara: Mara) -> None:
    seen: list[str] = []
    after, pages = "", 0
    while after or not pages:
        found = await service.page(desk, EVERYTHING, after=after, now=NOW, limit=1)
        seen += [one.flag.kind.value for one in found.entries]
        after, pages = found.next, pages + 1
    assert (seen, pages) == (await kinds(desk), 4)


@pytest.mark.both_databases
async def test_a_session_that_did_not_help_is_listed_with_its_last_reply(
    desk: Db, mara: Mara
) -> None:
    async with mara.db.unit(mara.owner, write=True) as s:
        session = await conversations.require(s, mara.owner, mara.session_id)
        session.feedback, session.ended_at = Feedback.NOT_TODAY, ago(5)
    assert (await kinds(desk))[0] == "session_missed"
    assert (await entry(desk, FlagKind.SESSION_MISSED)).behind.prompt_hash == "1a2b3c4d5e6f"


@pytest.mark.both_databases
async def test_words_open_with_a_grant_only_and_each_look_is_recorded(desk: Db, mara: Mara) -> None:
    missed, belief = (
        await entry(desk, FlagKind.REPLY_MISSED),
        await entry(desk, FlagKind.BELIEF),
    )
    for one in (missed, belief):
        with pytest.raises(NotAllowed):
            await service.open_words(desk, ANA, one.flag.kind, one.flag.id, now=NOW)
    await mara.gives()
    words = await service.open_words(desk, ANA, missed.flag.kind, missed.flag.id, now=NOW)
    assert [said.role for said in words.said] == ["user", "coach"]
    assert words.texts == [COMMENT]
    words = await service.open_words(desk, ANA, belief.flag.kind, belief.flag.id, now=NOW)
    assert (words.said, words.texts) == ((), ["You fear the post"])
    async with mara.db.unit(mara.owner) as s:
        looks = [look.part for look in (await standing(s, mara.owner, now=NOW)).openings]
    assert sorted(looks) == ["conversation", "feedback"]
    with pytest.raises(NotAllowed):
        await service.open_words(desk, VIEWER, missed.flag.kind, missed.flag.id, now=NOW)


@pytest.mark.both_databases
async def test_a_flagged_reply_becomes_a_case_without_names_and_numbers(
    desk: Db, mara: Mara
) -> None:
    flag = (await entry(desk, FlagKind.REPLY_MISSED)).flag
    with pytest.raises(NotAllowed):
        await cases.make(desk, ANA, flag.kind, flag.id, now=NOW)
    await mara.gives()
    with pytest.raises(NotAllowed):
        await cases.make(desk, VIEWER, flag.kind, flag.id, now=NOW)
    made = await cases.make(desk, ANA, flag.kind, flag.id, now=NOW)
    assert (made["lang"], made["tension"], len(made["messages"])) == ("en", "avoid", 1)
    assert not {"Mara", "Tom", "450"} & set(str(made).replace("?", " ").split())
    assert made["messages"][0].startswith("I owe ")
    with pytest.raises(Conflict):
        await cases.make(desk, ANA, flag.kind, flag.id, now=NOW)
    assert await cases.every(desk) == [made]
    assert await cases.find(desk, ANA, flag.kind, flag.id) == made
    assert await cases.find(desk, VIEWER, flag.kind, flag.id) == {}
    await cases.undo(desk, ANA, flag.kind, flag.id, now=NOW)
    left = await cases.find(desk, ANA, flag.kind, flag.id)
    assert (await cases.every(desk), left) == ([], {})
    async with desk.system("test") as s:
        actions = [row.action for row in await audit.newest(s)]
    assert {"eval_case_made", "eval_case_undone", "words_opened"} <= set(actions)


async def test_a_guess_is_no_reply_and_becomes_no_case(desk: Db, mara: Mara) -> None:
    await mara.gives()
    flag = (await entry(desk, FlagKind.GUESS)).flag
    with pytest.raises(Conflict):
        await cases.make(desk, ANA, flag.kind, flag.id, now=NOW)


@pytest.mark.both_databases
async def test_a_case_goes_when_the_person_deletes_what_it_was_made_of(
    desk: Db, mara: Mara
) -> None:
    await mara.gives()
    flag = (await entry(desk, FlagKind.REPLY_MISSED)).flag
    await cases.make(desk, ANA, flag.kind, flag.id, now=NOW)
    async with mara.db.unit(mara.owner, write=True) as s:
        found = await messages.page(s, mara.owner, mara.session_id)
        turn_id = found[0].turn_id
        assert turn_id is not None
        await s.exec(sa.text("UPDATE jobs SET status = 'done'"))  # pyrefly: ignore[no-matching-overload]
        await message_deletion.forget_exchange(s, mara.owner, turn_id, at=NOW)
    assert await cases.every(desk) == []
    assert "reply_missed" not in await kinds(desk)
