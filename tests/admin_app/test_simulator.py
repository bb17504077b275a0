"""The simulator's page: a talk, the prompt behind it, and a draft beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from admin_app import talks
from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.simulator_state import CustomForm, SimulatorState
from admin_app.session_state import SessionState
from coaching.domains.admin_access import service as admins
from coaching.domains.quality import simulated
from coaching.errors import LimitReached
from coaching.repositories import audit
from coaching.simulator.personas import described
from tests.support.model_server import ModelServer, canned

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    import reflex as rx

    from coaching.bootstrap import Desk

    OpenTab = Callable[..., rx.State]


@pytest.fixture(autouse=True)
async def no_talk_is_left() -> AsyncGenerator[None]:
    yield
    await talks.end_all()


async def opens(root: rx.State) -> Any:
    await keep_to_one_admin(root)
    page = await root.get_state(SimulatorState)
    await SimulatorState.load.fn(page)
    return page


async def says(page: Any, text: str) -> str:
    """Send a message and have it answered; return what went wrong."""
    await SimulatorState.send.fn(page, {"text": text})
    await SimulatorState.answer.fn(page)
    return (await page.get_state(SessionState)).problem


async def starts(page: Any, persona: str) -> None:
    await SimulatorState.start.fn(page, persona)
    await SimulatorState.begin.fn(page)


@pytest.mark.slow
async def test_while_a_person_loads_the_page_says_so(
    desk: Desk, open_tab: OpenTab, token: str
) -> None:
    page = await opens(open_tab(token))
    going_on = await SimulatorState.start.fn(page, "mara")

    assert going_on is SimulatorState.begin
    assert (page.coming, page.chosen) == ("Starting a conversation as Mara …", "")
    await SimulatorState.begin.fn(page)
    assert (page.coming, page.chosen, page.name) == ("", "mara", "Mara")
    await SimulatorState.begin.fn(page)
    assert page.chosen == "mara"


async def test_without_a_key_it_says_so_and_shows_how_the_reply_was_chosen(
    desk: Desk, open_tab: OpenTab, token: str
) -> None:
    page = await opens(open_tab(token))
    assert not page.has_model
    await starts(page, "mara")
    mara = next(one for one in described() if one.id == "mara")
    assert (page.name, page.proposal) == ("Mara", mara.lines[0])
    assert await says(page, page.proposal) == ""
    assert [line.is_toney for line in page.lines] == [False, True]
    assert (page.blocks, page.parts, page.busy) == ([], [], "")
    assert [pair[0] for pair in page.facts][:2] == ["Kind of reply", "Prepared answers"]
    await SimulatorState.propose.fn(page)
    assert page.proposal == mara.lines[1]


async def test_with_a_model_the_prompt_and_a_draft_of_it_are_shown(
    desk: Desk, open_tab: OpenTab, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ModelServer(then=canned(["That drawer sounds heavy."]))
    async with server.listening() as url:
        asked = desk.settings.model_copy(
            update={
                "anthropic_api_key": type(desk.settings.anthropic_api_key)("key"),
                "anthropic_base_url": url,
            }
        )
        monkeypatch.setattr("admin_app.engine._Running.desk", replace(desk, settings=asked))
        page = await opens(open_tab(token))
        assert page.has_model
        form: CustomForm = {
            "name": "Ute",
            "tension": "grip",
            "tone": "x",
            "language": "en",
            "why": "I count.",
        }
        await SimulatorState.start_custom.fn(page, form)
        await SimulatorState.begin.fn(page)
        assert (page.name, page.proposal) == ("Ute", "I count.")
        assert await says(page, "I count every coin.") == ""
        assert page.lines[-1].text == "That drawer sounds heavy."
        assert [block.name for block in page.blocks] == [
            "Tools",
            "Core",
            "Session",
            "Message 1, person",
        ]
        assert [block.is_cached for block in page.blocks] == [True, True, True, False]
        facts = dict(page.facts)
        assert facts["Cost"].startswith("$0.")
        assert facts["Tools called"] == "none"
        await SimulatorState.choose_part.fn(page, "How you write")
        assert page.source.startswith("## How you write")
        await SimulatorState.compare.fn(page, {"draft": page.source})
        assert (await page.get_state(SessionState)).problem.startswith("Change the text first")
        await SimulatorState.compare.fn(page, {"draft": "## How you write\r\n\r\nIn rhymes."})
        assert [side.title for side in page.sides] == ["The prompt as it is", "With your draft"]
        assert all(dict(side.facts)["Cost"] for side in page.sides)
        assert "In rhymes." in server.bodies[-1]["system"][0]["text"]


async def test_an_admins_messages_of_a_day_are_limited_and_in_the_log(
    desk: Desk, open_tab: OpenTab, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = desk.settings.model_copy(update={"simulator_messages_per_day": 2})
    monkeypatch.setattr("admin_app.engine._Running.desk", replace(desk, settings=limited))
    page = await opens(open_tab(token))
    await starts(page, "mara")
    for _ in range(2):
        assert await says(page, "hello") == ""
    lines = len(page.lines)
    await SimulatorState.send.fn(page, {"text": "once more"})
    problem = (await page.get_state(SessionState)).problem
    assert problem.startswith("You’ve sent 2 messages")
    assert len(page.lines) == lines
    async with desk.db.system("test") as s:
        found = [entry for entry in await audit.newest(s) if entry.action == "simulated"]
    assert [(one.actor, one.details["persona"]) for one in found] == [("admin", "mara")] * 2


async def test_what_an_admins_messages_cost_in_a_day_is_limited(desk: Desk, token: str) -> None:
    now = desk.clock.now()
    admin = await admins.authenticate(desk.db, token, now=now)
    assert admin is not None
    await simulated.note(desk.db, admin, persona="mara", microusd=4_999_999, now=now)
    await simulated.require_left(desk.db, desk.settings, admin, now=now)
    await simulated.note(desk.db, admin, persona="mara", microusd=1, now=now)
    with pytest.raises(LimitReached) as refused:
        await simulated.require_left(desk.db, desk.settings, admin, now=now)
    assert "have cost $5 today" in refused.value.say
    tomorrow = now + timedelta(days=1)
    await simulated.require_left(desk.db, desk.settings, admin, now=tomorrow)


async def test_a_viewer_talks_to_nobody_and_a_talk_that_is_over_says_so(
    desk: Desk, open_tab: OpenTab, token: str, viewer_token: str
) -> None:
    page = await opens(open_tab(viewer_token))
    await starts(page, "mara")
    assert (page.chosen, bool((await page.get_state(SessionState)).problem)) == ("", True)
    page = await opens(open_tab(token))
    await starts(page, "mara")
    await talks.end_all()
    assert await says(page, "hello") == "This conversation is over. Start a new one."
    await SimulatorState.load.fn(page)
    assert (page.chosen, page.lines) == ("", [])


async def test_the_talk_that_rested_longest_makes_room(
    desk: Desk, open_tab: OpenTab, token: str
) -> None:
    keys = [
        await talks.begin(described()[0], desk.settings, now=desk.clock.now())
        for _ in range(talks.MOST + 1)
    ]
    found = [talks.find(key, now=desk.clock.now()) is not None for key in keys]
    assert found == [False, *[True] * talks.MOST]


async def test_a_talk_without_a_message_for_half_an_hour_is_over(desk: Desk) -> None:
    now = desk.clock.now()
    key = await talks.begin(described()[0], desk.settings, now=now)
    assert talks.find(key, now=now + talks.RESTS) is not None
    assert talks.find(key, now=now + 2 * talks.RESTS + timedelta(seconds=1)) is None
