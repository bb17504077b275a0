"""A scripted story for the stand-in: Coach, Observer and Strategist play from one file.

A run of the Strategist takes over from the one before it what the file does not say anew. What is
in the file goes through the same checks as what a model would answer: quotes, names, numbers,
corrections.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coaching import bootstrap
from coaching.evals.stories.clock import StoryClock
from coaching.evals.stories.playing import play
from coaching.evals.stories.story import Story, story_of
from coaching.repositories import migrations
from coaching.simulator.space import settings_in
from coaching.values.enums import Lens
from coaching.values.strategy import SECTIONS
from tests.support.model_events import end, reply, sse, start, tool_block, whole
from tests.support.model_server import ModelServer, Play, answers, streams
from tests.support.model_talks import claude_at

if TYPE_CHECKING:
    from coaching.evals.stories.played import Told
    from tests.support.model_server import Body

SCRIPTS = Path(__file__).parent / "stories"
PARTS = ("who", "where", "know", "focus", "growth", "strategy", "style")
TAKEN_OVER = ("hypothesis", "leverage", "curiosities", "session_strategy", "journey_narrative")
NO_EDGE: dict[str, Any] = {"status": "not_ready", "evidence": [], "note": "no evidence yet"}
WORDS = ("used_words", "avoided_words", "deflection_phrases")
LISTS = ("triggers", "resistance_patterns", "breakthroughs", "coaching_notes")


def read_script(name: str) -> dict[str, Any]:
    """Return a script as it is written."""
    return tomllib.loads((SCRIPTS / f"{name}.toml").read_text("utf-8"))


async def told_by_claude(name: str, folder: Path) -> Told:
    """Play a story with Claude's adapter over the real SDK, and the stand-in behind it."""
    script = read_script(name)
    story = _story(script)
    settings = settings_in(folder, anthropic_api_key="key-of-a-story")
    migrations.upgrade(settings.database)
    clock, server = StoryClock(story.begins), Stage(script)
    coaching = bootstrap.build(
        settings, llm=claude_at(ModelServer(then=server.play), clock), clock=clock
    )
    try:
        told = await play(coaching, clock, story)
    finally:
        await coaching.db.close()
    assert server.is_over, f"left unplayed: {server.left}"
    return told


class Stage:
    """Answers each request with the next line of the one who is asked."""

    def __init__(self, script: dict[str, Any]) -> None:
        lines = [line for session in script["sessions"] for line in session["lines"]]
        self._coach = [piece for line in lines for piece in _replies(line)]
        self._observer = [_observation(line) for line in lines]
        self._strategist = _outputs(script)
        ends = (run for run in script["runs"] if run["trigger"].startswith("session"))
        self._closing = [{"note": run.get("closing", "")} for run in ends]

    def play(self, body: Body) -> Play:
        """Answer a request of the Coach, the Observer, the Strategist, or for a closing note."""
        schema = body.get("output_config", {}).get("format", {}).get("schema")
        if not schema:
            return streams(self._coach.pop(0))
        asked_for = schema["properties"]
        by_field = {"signals": self._observer, "note": self._closing}
        whose = next((by_field[f] for f in by_field if f in asked_for), self._strategist)
        text = json.dumps(whose.pop(0), ensure_ascii=False)
        return streams(reply(text)) if body.get("stream") else answers(whole(text))

    @property
    def left(self) -> tuple[int, ...]:
        """How many lines nobody has asked for."""
        return tuple(map(len, (self._coach, self._observer, self._strategist, self._closing)))

    @property
    def is_over(self) -> bool:
        """Return True if everything was said."""
        return not any(self.left)


def _story(script: dict[str, Any]) -> Story:
    sessions = [
        session | {"lines": [line["says"] for line in session["lines"]]}
        for session in script["sessions"]
    ]
    return story_of(
        {key: script[key] for key in ("id", "person", "begins")} | {"sessions": sessions}
    )


def _replies(line: dict[str, Any]) -> list[bytes]:
    """Return a reply, with the step before it that calls a tool if there is one."""
    said = [reply(line["coach"])]
    if "tool" not in line:
        return said
    call = tool_block(line["tool"]["name"], json.dumps(line["tool"]["input"]))
    return [sse(start(), *call, *end("tool_use")), *said]


def _observation(line: dict[str, Any]) -> dict[str, Any]:
    usual = {"source": "stated", "expires": "none", "sensitive": False, "supersedes": "none"}
    seen = [
        {key: signal[key] for key in ("content", "quote", "confidence")}
        | {"signal_type": signal["type"], "urgency_flag": signal.get("urgent", False)}
        for signal in line.get("sees", ())
    ]
    kept = [usual | memory for memory in line.get("keeps", ())]
    return {"signals": seen, "safety_level": "none", "memories": kept}


def _outputs(script: dict[str, Any]) -> list[dict[str, Any]]:
    outputs: list[dict[str, Any]] = []
    known: dict[str, Any] = {"lenses": {}, "briefing": {}, "stage": "contemplation"}
    for run in script["runs"]:
        merged = {key: known[key] | run.get(key, {}) for key in ("lenses", "briefing")}
        known = known | run | merged
        doors = [script["doors"][name] for name in run["doors"]]
        outputs.append(_output(run, known, doors))
    return outputs


def _output(run: dict[str, Any], known: dict[str, Any], doors: list[Any]) -> dict[str, Any]:
    found = run.get("intel", {})
    vocabulary = {name: found.get(name, []) for name in WORDS}
    sections = zip(SECTIONS, PARTS, strict=True)
    return {name: known[name] for name in TAKEN_OVER} | {
        "heard_guess": {
            "verdict": run.get("heard", "open"),
            "quote": run.get("heard_quote", ""),
        },
        "growth_edges": {lens.value: known["lenses"].get(lens, NO_EDGE) for lens in Lens},
        "stage_of_change": known["stage"],
        "intel": {name: found.get(name, []) for name in LISTS}
        | {"emotional_vocabulary": vocabulary},
        "focus_card_prescription": _card(run["card"]),
        "doors": doors,
        "one_sentence": run["one_sentence"],
        "briefing_content": "\n\n".join(f"{head}\n{known['briefing'][p]}" for head, p in sections),
    }


def _card(card: dict[str, Any]) -> dict[str, Any]:
    if card.get("keep"):
        return {"action": "keep_current", "card": None, "card_id": None, "rationale": card["why"]}
    draft = {key: card[key] for key in ("kind", "title", "content")}
    return {"action": "create_new", "card": draft, "card_id": None, "rationale": card["why"]}
