"""The agents: the Coach in the chat, the Observer after it, the Strategist between sessions.

The seam between a turn (`coaching.conversation`) and its agent is three functions here and the
shapes of `coaching.agents.turn_run`:

`run_agent(engine, spec, turn) -> AsyncIterator[AgentEvent]`
    One run of the loop for one of `AGENTS`. Yields `TextDelta`s (joined, they are the reply; a
    break between the texts of two steps is part of them), `ThinkingStep`, `ToolProgress`,
    `Handoff`, `Confirmation`, and exactly one `Reply` at the end. Raises the `OutsideWorld` errors
    of the port; it catches only `ToolProblem`. Opens units through
    `engine.db.unit(turn.owner)` for reading, and writes through `turn.journal` only. No unit is
    open while the model is asked.

`open_session(engine, s, owner, *, session_number, gap_days) -> SessionPrompt`
    Called inside the admission's write unit when a message opens a session. Takes the newest
    finished briefing, renders the second block once; without a briefing it renders the legacy block
    and writes a `session_start` Strategist job (not for somebody who never had one asked for).

`tell(s, stands, session, *, at, verdict) -> Preface`
    Called inside the admission's write unit for every message: the volatile facts (today, new
    cards and wins, style changed in mid-session …) that differ from what was told. `verdict` is the
    safety screen's; at crisis or concern the preface carries what the fixed prompt says.
"""

from coaching.agents.observer import analyze_exchange
from coaching.agents.preface import tell
from coaching.agents.registry import AGENTS, agent_named
from coaching.agents.run import run_agent
from coaching.agents.session_prompt import open_session
from coaching.agents.strategist import (
    extract_behavioral_intel,
    generate_initial_briefing,
    run_strategist,
)

__all__ = [
    "AGENTS",
    "agent_named",
    "analyze_exchange",
    "extract_behavioral_intel",
    "generate_initial_briefing",
    "open_session",
    "run_agent",
    "run_strategist",
    "tell",
]
