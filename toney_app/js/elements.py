"""How an element is made: stands in for the styling library, of which nothing else is used."""

from __future__ import annotations

CODE = """\
import { createElement } from "react";

export const jsx = createElement;
"""
