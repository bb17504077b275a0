"""The offline coach: the model port by rules, for when there is no model.

It recognises what a message means, answers in a plain sentence or two, and offers what rules are
good at: a guided practice, a card, a win, people who help. It reads the working context, never a
prompt, and keeps no state, so a restart goes on the same way.
"""

from __future__ import annotations

from coaching.offline.llm import OfflineLLM, prepare
from coaching.offline.replies.texts import House

__all__ = ["House", "OfflineLLM", "prepare"]
