"""The offline coach: the model port by rules, for when there is no model.

It reads the working context and never parses a prompt; it keeps no state, so a restart goes on the
same way. voice.md section 6 is its specification.
"""

from __future__ import annotations

from coaching.offline.llm import OfflineLLM, prepare

__all__ = ["OfflineLLM", "prepare"]
