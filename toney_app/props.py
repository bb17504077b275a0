"""Types of component arguments; Reflex checks them when a page is built."""

from __future__ import annotations

from typing import Any

Prop = Any
"""Anything that an element takes."""

Attributes = dict[str, Any]
"""Attributes of an SVG element or a tag, by their React names."""

Shown = Any
"""A var that is a view model, or a part of one."""

Handler = Any
"""An event handler, a function of the page, or a list of them."""

Then = list[Any]
"""The handlers that run after one."""
