"""What a page of the admin app is: a file in `pages/` makes one, `navigation.py` lists it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    import reflex as rx

Group = Literal["main", "running", "own", "hidden"]


@dataclass(frozen=True, slots=True)
class Page:
    """`name` is also where its texts begin: `admin.<name>.title`; a hidden page has no link."""

    name: str
    route: str
    icon: str
    view: Callable[[], rx.Component]
    load: Callable[..., Any]
    group: Group = "main"
    inside: str = ""

    @property
    def here(self) -> str:
        """Return the name of the link that is marked while the page is open."""
        return self.inside or self.name
