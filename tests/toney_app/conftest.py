from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coaching import bootstrap
from coaching.services import accounts
from tests.support import factories
from tests.support.cast import IN_DEBT, join
from tests.support.states import Tab, open_tab
from tests.support.talker import Talker
from toney_app.engine import running

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from tests.support.databases import Database


@pytest.fixture
def talker() -> Talker:
    return Talker()


@pytest.fixture
async def engine(
    sqlite_database: Database,
    make_settings: Callable[..., Settings],
    clock: FrozenClock,
    talker: Talker,
) -> AsyncGenerator[Coaching]:
    settings = make_settings(database_url=sqlite_database.url, messages_per_minute=3)
    async with running(bootstrap.build(settings, llm=talker, clock=clock)) as started:
        yield started


@pytest.fixture
def tab_of(engine: Coaching) -> Callable[[UUID], Awaitable[Tab]]:
    """Open another tab of a person's browser: a reload, a second window."""

    async def tab_of(owner: UUID) -> Tab:
        async with engine.db.system("sign-in", write=True) as s:
            token = await accounts.start_session(s, owner, now=engine.clock.now())
        return open_tab(engine, owner, token)

    return tab_of


@pytest.fixture
async def tab(engine: Coaching, tab_of: Callable[[UUID], Awaitable[Tab]]) -> Tab:
    """Return a tab of Mara's, who has been through the onboarding."""
    return await tab_of(await join(engine.db, IN_DEBT))


@pytest.fixture
def newcomer(
    engine: Coaching, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> Callable[..., Awaitable[Tab]]:
    """Return a tab of somebody new, as far in the onboarding as the columns say."""

    async def newcomer(**profile: Any) -> Tab:
        return await tab_of(await factories.person(engine.db, **profile))

    return newcomer
