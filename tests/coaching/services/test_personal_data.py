"""What is exported is everything of one person and nothing of another; what is deleted is gone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from markupsafe import escape
from sqlmodel import select, update

from coaching.content import load_onboarding, text
from coaching.errors import NotFound
from coaching.models import CoachingBriefing, ModelCall, ObserverSignal
from coaching.repositories import personal_data as rows
from coaching.services import export_page, personal_data
from coaching.values.people import PATTERN_NOTE
from tests.support.every_table import fill, owned_tables
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from typing import Any
    from uuid import UUID

    from coaching.repositories.db import Db

OURS, THEIRS = "canary <of Anna>", "canary <of Ben>"


async def exported(db: Db, owner: UUID) -> dict[str, Any]:
    async with db.unit(owner) as s:
        return await personal_data.export(s, owner, at=MONDAY_MORNING)


@pytest.mark.both_databases
async def test_an_export_has_every_row_of_a_person_and_none_of_anybody_else(db: Db) -> None:
    anna, ben = await fill(db, OURS), await fill(db, THEIRS)

    found = await exported(db, anna)

    filled = {name for name, stored in found["tables"].items() if stored}
    assert sorted(filled) == owned_tables()
    written = json.dumps(found, ensure_ascii=False)
    assert OURS in written
    assert THEIRS not in written
    assert str(ben) not in written


@pytest.mark.both_databases
async def test_calls_of_whoever_left_are_tied_to_nobody(db: Db) -> None:
    anna, ben = await fill(db, OURS), await fill(db, THEIRS)
    told = {"turn_id": uuid4(), "job_id": uuid4(), "request_id": "r", "prompt_hash": "p"}
    async with db.system("test", write=True) as s:
        await s.exec(update(ModelCall).values(**told, tools_hash="t", cost_microusd=7))
    async with db.unit(anna, write=True) as s:
        deleted = await personal_data.delete(s, anna, at=MONDAY_MORNING)

    assert "model_calls" not in deleted
    async with db.system("test") as s:
        calls = {row.user_id: row for row in await s.exec(select(ModelCall))}
    left = calls[None]
    assert (left.turn_id, left.job_id) == (None, None)
    assert {left.request_id, left.prompt_hash, left.tools_hash} == {""}
    assert (left.cost_microusd, left.created_at) == (7, calls[ben].created_at)
    assert calls[ben].request_id == "r"


async def test_what_would_let_somebody_in_stays_here(db: Db) -> None:
    found = await exported(db, await fill(db))

    (session,) = found["tables"]["sessions"]
    assert "expires_at" in session
    assert "token_hash" not in session


async def test_parents_come_before_what_belongs_to_them(db: Db) -> None:
    order = list((await exported(db, await fill(db)))["tables"])

    assert order.index("users") < order.index("conversations") < order.index("messages")


async def test_the_page_tells_it_in_words_and_holds_every_row(db: Db) -> None:
    found = await exported(db, await fill(db, OURS))

    page = export_page.page(found)

    assert "I spent it canary &lt;of Anna&gt;" in page
    assert OURS not in page
    assert all(f"<summary>{name} (" in page for name in owned_tables())


async def test_a_person_who_has_said_nothing_gets_a_page_too(db: Db) -> None:
    nothing = {name: [] for name in rows.tables()}

    page = export_page.page({"exportedAt": "2026-01-12T08:00:00Z", "tables": nothing})

    assert "12 January 2026" in page
    assert "<h3>" not in page


async def test_what_agents_wrote_for_themselves_is_under_one_heading_and_raw(db: Db) -> None:
    owner = await fill(db)
    async with db.unit(owner, write=True) as s:
        for row in await s.exec(select(CoachingBriefing)):
            row.briefing_content = "WHO THEY ARE\nLooking away is how they keep the peace inside."
        for row in await s.exec(select(ObserverSignal)):
            row.content = "They looked away from a bill."

    page = export_page.page(await exported(db, owner))

    before, _, after = page.partition(text("en", "export.working_notes"))
    notes, _, raw = after.partition(text("en", "export.as_stored"))
    for words in ("WHO THEY ARE", "how they keep the peace inside", "They looked away"):
        assert (words in before, words in notes, words in raw) == (False, True, True)


def test_the_answers_of_the_sign_up_are_told_in_words() -> None:
    empty = {name: [] for name in rows.tables()}
    found = load_onboarding()
    first, style = found.questions[0], found.style_quiz.questions[0]
    profile = {
        "time_zone": "UTC",
        "onboarding_answers": {first.id: first.options[0].id, PATTERN_NOTE: "I do open <bills>"},
        "life_context": ["ctx_debt", "ctx_partner"],
        "emotional_why": "I want to sleep again.",
        "style_answers": {style.id: style.options[0].id},
        "tone": 3.0,
    }

    tables = empty | {"profiles": [profile]}
    page = export_page.page({"exportedAt": "2026-01-12T08:00:00Z", "tables": tables})

    readable, _, _ = page.partition(text("en", "export.as_stored"))
    owed, couple = (found.context.option(name) for name in ("ctx_debt", "ctx_partner"))
    assert owed is not None
    assert couple is not None
    told = (
        first.prompt,
        first.options[0].text,
        f"{owed.text}\n{couple.text}",
        "I want to sleep again.",
        "I do open <bills>",
        style.options[0].text,
        "3 of 10",
    )
    # In the order in which they were asked for.
    places = [readable.find(escape(words)) for words in told]
    assert min(places) >= 0
    assert places == sorted(places)
    assert found.questions[1].prompt not in readable


@pytest.mark.both_databases
async def test_what_is_deleted_is_in_no_table_and_the_neighbour_keeps_everything(db: Db) -> None:
    anna, ben = await fill(db, OURS), await fill(db, THEIRS)
    before = await exported(db, ben)

    async with db.unit(anna, write=True) as s:
        await personal_data.delete(s, anna, at=MONDAY_MORNING)

    async with db.system("test") as s:
        for table in rows.tables().values():
            assert await rows.rows(s, anna, table) == []
    assert await exported(db, ben) == before


@pytest.mark.both_databases
async def test_nobody_can_be_exported_or_deleted_twice(db: Db) -> None:
    nobody = uuid4()

    with pytest.raises(NotFound):
        await exported(db, nobody)
    async with db.unit(nobody, write=True) as s:
        with pytest.raises(NotFound):
            await personal_data.delete(s, nobody, at=MONDAY_MORNING)


def test_days_and_moods_are_said_in_their_language() -> None:
    felt = {
        "created_at": "2026-01-12T23:30:00+00:00",
        "mood": "heavy",
        "content": "",
        "ai_response": "",
    }
    empty = {table: [] for table, *_ in export_page.LISTS}
    tables = {
        **empty,
        "messages": [],
        "conversations": [],
        "check_ins": [felt | {"ai_response": ""}],
    }
    tables["profiles"] = [{"time_zone": "Europe/Madrid"}]
    page = export_page.page({"exportedAt": "2026-02-01T08:00:00Z", "tables": tables}, "es")
    assert "<b>Agobio</b> <small>13 de enero de 2026</small>" in page
    assert "1 de febrero de 2026" in page


def test_money_is_told_with_its_amounts_and_in_the_language_of_the_page() -> None:
    at = {"created_at": "2026-01-12T10:00:00+00:00"}
    tables = {
        **{table: [] for table, *_ in export_page.LISTS},
        "messages": [],
        "conversations": [],
        "transactions": [
            at
            | {
                "what": "súper",
                "flow": "out",
                "amount": 125_050,
                "currency": "$",
                "category": "food",
            },
            at
            | {
                "what": "clases",
                "flow": "in",
                "amount": 9_000,
                "currency": "",
                "category": "danza",
            },
        ],
        "budgets": [at | {"category": "home", "amount": 300_000, "currency": ""}],
        "purchases": [at | {"item": "tenis", "price": 120_000, "plan": "", "note": ""}],
    }
    ledger = [
        {
            "text": "Puedo mirar",
            "at": at["created_at"],
            "before": "",
            "reason": "thought",
            "because": "It is the starter card closest to the answers.",
        }
    ]

    exported = {"exportedAt": "2026-02-01T08:00:00Z", "tables": tables, "ledger": ledger}
    page = export_page.page(exported, "es").split("<details>")[0]

    for words in (
        "Salió\n$1,250.50\nComida",
        "Entró\n90\ndanza",
        "<b>Casa</b>",
        "\n3,000",
        "\n1,200",
    ):
        assert words in page
    assert "Toney lo eligió por lo que contaste." in page
    assert "starter card" not in page
