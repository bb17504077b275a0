"""Small steps of writing a reply, for `draft.first(…)`: one after the other until one speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.draft import Draft

    Step = Callable[[Draft], bool]


def mode(*names: str) -> Step:
    """Say the best line of these modes."""
    return lambda draft: draft.say(*names)


def ids(*names: str) -> Step:
    """Say the first of these lines that may be said."""
    return lambda draft: draft.line(*names)


def asking(*steps: str) -> Step:
    """Ask one question of these steps, when one is due."""
    return lambda draft: draft.ask(*steps)


def kinds(*names: str) -> Step:
    """Say the best line of these kinds."""
    return lambda draft: draft.reflect(*names)


def plainly(entry_id: str, **slots: str) -> Step:
    """Say this line in any case."""
    return lambda draft: draft.put(entry_id, **slots)


def back(draft: Draft) -> bool:
    """Say their message back."""
    return draft.say_back()


def a_piece(draft: Draft) -> bool:
    """Say a piece of their message."""
    return draft.piece()


def reflection(draft: Draft) -> bool:
    """Say the best reflection."""
    return draft.reflect()


def quietly(draft: Draft) -> bool:
    """Say a line that asks and adds nothing."""
    return draft.leave_it()


def anything(draft: Draft) -> bool:
    """Say something of theirs, or a quiet line: never be empty."""
    return draft.fallback()
