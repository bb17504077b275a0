from __future__ import annotations

import reflex as rx

from toney_app.session_state import guard
from toney_app.views.onboarding import present

TOTAL_CHOICES = 4


class StyleState(rx.State):
    question: present.Question = present.Question()
    number: int = 0
    chosen: str = ""
    is_dial: bool = False
    tone: float = 5.0
    band: str = "balanced"
    resources: list[str] = []

    @rx.event
    @guard.signed_in
    async def load(self) -> None: ...

    @rx.event
    @guard.signed_in
    async def begin(self) -> None: ...

    @rx.event
    @guard.signed_in
    async def choose(self, option: str) -> None: ...

    @rx.event
    @guard.signed_in
    async def set_tone(self, tone: float) -> None: ...

    @rx.event
    @guard.signed_in
    async def go_on(self) -> None: ...

    @rx.event
    @guard.signed_in
    async def back(self) -> None: ...

    @rx.event
    @guard.signed_in
    async def skip(self) -> None: ...
