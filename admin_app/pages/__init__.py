"""PAGES: route, title, page and what it reads; also the navigation."""

from __future__ import annotations
