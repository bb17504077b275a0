"""`toney eval cost`: what a talk costs, with the cache and without it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import get_args

import click

from coaching.evals.cost.figures import SHORT_TURNS, counted
from coaching.evals.cost.play import Pauses, Plan, play
from coaching.evals.cost.words import as_json as in_json
from coaching.evals.cost.words import page, short_page
from coaching.llm.prices import PRICES
from coaching.llm.roles import ROLES
from coaching.values.enums import Role


@click.command(name="cost")
@click.option("--sessions", type=click.IntRange(1, 50), default=5, show_default=True)
@click.option("--turns", type=click.IntRange(1, 100), default=20, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Order of the pauses.")
@click.option(
    "--pauses",
    type=click.Choice(get_args(Pauses)),
    default="human",
    show_default=True,
    help="Silence between a reply and the next message of one person.",
)
@click.option(
    "--model",
    type=click.Choice(list(PRICES)),
    default=ROLES[Role.COACH].fallbacks[0],
    show_default=True,
    help="The Coach's model; its price counts, nobody is asked.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def cost(
    *, sessions: int, turns: int, seed: int, pauses: Pauses, model: str, as_json: bool
) -> None:
    """Replay sessions through the real request builder and a model of the service's cache.

    Prints the billed input of the Coach with the cache and without it, the cost of a turn by
    agent, and whether the targets are met; then the same for sessions of six turns. No network
    and no key are needed.
    """
    plan = Plan(sessions=sessions, turns=turns, seed=seed, pauses=pauses, model=model)
    report = counted(asyncio.run(play(plan)))
    short = counted(asyncio.run(play(replace(plan, turns=SHORT_TURNS))))
    if as_json:
        click.echo(json.dumps({**in_json(report), "short": in_json(short)}, ensure_ascii=False))
    else:
        click.echo(f"{page(report)}\n\n{short_page(short)}")
