"""Create elements; replaces the styling library, of which we use only this."""

from __future__ import annotations

CODE = """\
import { createElement } from "react";

export const jsx = createElement;
"""
