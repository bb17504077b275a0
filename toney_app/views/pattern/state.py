from __future__ import annotations

import reflex as rx

from toney_app.session_state import guard
from toney_app.views.onboarding import present


class PatternState(rx.State):
    pattern: present.Pattern = present.Pattern()
    is_picking: bool = False
    is_partly: bool = False
    why_picking: str = ""
    picked: str = ""

    @rx.event
    @guard.signed_in
    async def load(self) -> None: ...

    @rx.event
    @guard.signed_in
    async def fits(self) -> None: ...

    @rx.event
    @guard.signed_in
    async def fits_partly(self, form: dict[str, str]) -> None: ...

    @rx.event
    @guard.signed_in
    async def say_partly(self) -> None: ...

    @rx.event
    @guard.signed_in
    async def look_at_others(self) -> None: ...

    @rx.event
    @guard.signed_in
    async def pick(self, tension: str) -> None: ...

    @rx.event
    @guard.signed_in
    async def keep_picked(self) -> None: ...

    @rx.event
    @guard.signed_in
    async def keep_none(self) -> None: ...
