"""What a tab holds in memory, and for how long."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

import reflex as rx
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import BaseStateToken

from toney_app.connections import forget
from toney_app.session_state import SessionState

if TYPE_CHECKING:
    from reflex.app import App


async def _tab(manager: StateManagerMemory, name: str) -> Any:
    return await manager.get_state(BaseStateToken(ident=name, cls=rx.State))


async def test_a_tab_of_nobody_is_let_go_and_no_other() -> None:
    manager = StateManagerMemory()
    app = cast("App", SimpleNamespace(state_manager=manager))
    for name in ("visitor", "maras", "at work"):
        root = await _tab(manager, name)
        if name == "maras":
            (await root.get_state(SessionState))._owner = uuid4()
    held = BaseStateToken(ident="at work", cls=rx.State)
    async with manager.modify_state(held):
        for name in ("visitor", "maras", "at work", "unknown"):
            forget(app, name)
    assert sorted(key.split("/")[0] for key in manager.states) == ["at work", "maras"]
    await manager.close()
