"""Parts of the page that are loaded when they are first needed, or in a still moment before that.

The first page doesn't pay for them, and a lost connection finds them here.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

import reflex as rx
from reflex_base.utils.imports import ImportDict, ImportVar

from toney_app import browser

if TYPE_CHECKING:
    from collections.abc import Callable

Needed = Literal["laterSheet", "laterView", "laterShown"]
"""When the hash names the sheet; when the view is open; as soon as it is drawn."""


class _Later(rx.Component):
    """Stands where the part will be."""

    needed: str = ""
    part_name: str = ""
    symbol: str = ""
    module: str = ""

    def add_imports(self) -> ImportDict:
        return {browser.PAGE: ImportVar(tag=self.needed)}

    def _get_dynamic_imports(self) -> str:
        load = f"() => import({json.dumps(self.module)}).then((found) => found.{self.symbol})"
        return f"const {self.tag} = {self.needed}({json.dumps(self.part_name)}, {load})"

    def _exclude_props(self) -> list[str]:
        return [*super()._exclude_props(), "needed", "part_name", "symbol", "module"]


def later(
    name: str,
    body: Callable[[], rx.Component],
    *,
    needed: Needed = "laterShown",
    among: str = "sheets",
) -> rx.Component:
    """Return the place of a part; parts `among` the same ones are one file of the build."""
    symbol = f"{needed.removeprefix('later').lower()}_{name.replace('-', '_')}"

    def part() -> rx.Component:
        return body()

    part.__name__ = part.__qualname__ = symbol
    part.__module__ = f"toney_app.{among}"
    whole = rx.memo(part)()
    late = _Later.create(needed=needed, part_name=name, symbol=whole.tag, module=whole.library)
    late.tag = f"Later{whole.tag}"
    return late
