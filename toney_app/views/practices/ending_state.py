from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import reflex as rx
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.domains.practices import service
from coaching.errors import Conflict, InvalidInput, NotFound
from toney_app.engine import engine
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.home.state import HomeState
from toney_app.views.practices import present
from toney_app.views.practices.library_state import PracticesState
from toney_app.views.practices.player_state import PlayerState
from toney_app.views.rewire.state import RewireState
from toney_app.views.wins.state import WinsState


class Kept(TypedDict):
    """The form of something to keep: its number among the outcomes, and its texts."""

    number: str
    outcome: str
    title: NotRequired[str]
    content: NotRequired[str]
    text: NotRequired[str]
    cue: NotRequired[str]
    response: NotRequired[str]
    backup: NotRequired[str]
    opening: NotRequired[str]
    ask: NotRequired[str]
    boundary: NotRequired[str]
    heated: NotRequired[str]


class EndingState(rx.State):
    """The last step of a practice: keep something, or nothing."""

    @rx.event
    @guard.signed_in
    async def keep(self, form: Kept) -> Then:
        player = await self.get_state(PlayerState)
        step, outcome = player.step, int(form["outcome"])
        chosen = next((each for each in step.outcomes if each.index == outcome), None)
        if form["number"] != str(step.number) or step.kept or chosen is None:
            return []
        values = {part.name: str(form.get(part.name, part.text)) for part in chosen.parts}
        owner, at = await guard.person(self), engine().clock.now()
        try:
            async with engine().unit(owner, write=True) as s:
                shown = await service.keep(s, owner, UUID(step.run), outcome, at, values=values)
        except InvalidInput:
            player.problem = step.kind
            return []
        if shown.type == "crisis":
            return await player._show_help(shown)
        player.problem = ""
        is_over = {"outcomes": list[present.Outcome](), "can_go_back": False}
        player.step = replace(step, number=step.number + 1, kept=chosen.kind, **is_over)
        return [RewireState.load(), WinsState.load(), HomeState.load(), PracticesState.look()]

    @rx.event
    @guard.signed_in
    async def finish(self, number: int) -> Then:
        """End a practice on its last step; said again, nothing changes."""
        player = await self.get_state(PlayerState)
        step = player.step
        if number != step.number or step.kind != "end":
            return []
        owner, at = await guard.person(self), engine().clock.now()
        if not step.kept:
            try:
                async with engine().unit(owner, write=True) as s:
                    await service.finish(s, owner, UUID(step.run), at)
            except (Conflict, NotFound):
                pass
        player.step = present.Step(number=step.number + 1)
        return [PracticesState.look()]
