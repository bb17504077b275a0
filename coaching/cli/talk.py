"""`toney eval talk`: hear the Coach without a briefing talk with an invented person."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, get_args

import click

from coaching.evals import talk as simulator
from coaching.evals.examples_file import read_rows
from coaching.evals.report import Model
from coaching.evals.talk import EXAMPLES, Exchange, lines_of, person_of
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.offline import OfflineLLM
from coaching.settings import read_settings
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from coaching.evals.report import Row
    from coaching.llm.port import LLM

PERSONAS = EXAMPLES / "personas.json"
LOWEST, HIGHEST = 1.0, 10.0


@click.command(name="talk")
@click.option("--persona", required=True, help="A name or an id, such as mara or ob01.")
@click.option("--turns", type=click.IntRange(1), help="How many lines; all of them by default.")
@click.option("--tone", type=click.FloatRange(LOWEST, HIGHEST), default=5.0, show_default=True)
@click.option(
    "--stage",
    type=click.Choice([stage.value for stage in Stage]),
    default=Stage.CONTEMPLATION.value,
)
@click.option(
    "--model",
    type=click.Choice(get_args(Model)),
    default="offline",
    show_default=True,
    help="Who answers; claude needs a key.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def talk(
    persona: str,
    turns: int | None,
    tone: float,
    stage: str,
    model: Model,
    *,
    as_json: bool,
) -> None:
    """Print a talk with the Coach without a briefing, and what was amiss in it."""
    row = _find(persona)
    person = person_of(row, tone=tone, stage=Stage(stage))
    lines = lines_of(str(row["id"]))[:turns]
    said = asyncio.run(simulator.talk(llm_of(model), person, lines))
    found = {
        "persona": row["id"],
        "model": model,
        "tone": tone,
        "turns": [asdict(one) for one in said],
        "faults": sum(len(one.faults) for one in said),
    }
    click.echo(json.dumps(found, ensure_ascii=False) if as_json else transcript(row, tone, said))


def llm_of(model: Model) -> LLM:
    """Return who answers; claude needs a key."""
    if model == "offline":
        return OfflineLLM()
    settings = read_settings()
    if not settings.has_model:
        raise click.UsageError("claude needs ANTHROPIC_API_KEY, and AI that is not switched off")
    return AnthropicLLM(settings)


def transcript(row: Row, tone: float, said: list[Exchange]) -> str:
    """Return the talk as a page of Markdown."""
    name = row["name"]
    parts = [f"# {name}, tone {tone:g}, without a briefing", str(row.get("vignette", ""))]
    for one in said:
        parts.append(f"**{name}:** {one.person}")
        if one.shown:
            parts.append(f"> {one.shown}")
        parts.append(f"**Toney:** {one.toney}")
        if one.chips:
            parts.append(" ".join(f"`{chip}`" for chip in one.chips))
        notes = [*(f"kept: {words}" for words in one.kept), *one.faults]
        if notes:
            parts.append(f"<sub>{'; '.join(notes)}</sub>")
    return "\n\n".join(parts)


def _find(persona: str) -> Row:
    rows = read_rows(PERSONAS, ("id", "name", "answers"))
    talking = [row for row in rows if lines_of(str(row["id"]))]
    for row in talking:
        if persona.lower() in {str(row["id"]), str(row["name"]).lower()}:
            return row
    names = ", ".join(str(row["name"]).lower() for row in talking)
    raise click.BadParameter(f"nobody has lines by that name; there are {names}")
