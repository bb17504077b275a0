"""`toney eval NAME --examples FILE`: run an eval on a file of examples."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from coaching.cli.cost import cost
from coaching.cli.insight import insight
from coaching.cli.kept_cases import kept_cases
from coaching.cli.played import people
from coaching.cli.stories import stories
from coaching.cli.talk import talk
from coaching.evals import ALL_EVALS
from coaching.evals.examples_file import read_rows
from coaching.evals.report import Model

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.evals.report import Eval, Report, Row

TABLES = ("groups", "types")
KEPT: dict[str, Callable[[], list[Row]]] = {"flagged": kept_cases}
"""Evals whose examples are in the database when no file is named."""
_OPTIONS = (
    click.Option(
        ["--model"],
        type=click.Choice(get_args(Model)),
        default="offline",
        show_default=True,
        help="Who answers, where a model is asked at all.",
    ),
    click.Option(["--verbose"], is_flag=True, help="Show each decision on stderr."),
    click.Option(["--quiet"], is_flag=True, help="Print the numbers only, no example."),
    click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object."),
)


@click.group(name="eval")
def evaluate() -> None:
    """Measure Toney on files of examples."""


def _command(chosen: Eval) -> click.Command:
    kept = KEPT.get(chosen.name)
    file = click.Option(
        ["--examples"],
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        required=kept is None,
        help="File of examples, JSON or one JSON object a line."
        + (" Without one, those in the database." if kept else ""),
    )

    def run(
        *, examples: Path | None, model: Model, verbose: bool, quiet: bool, as_json: bool
    ) -> None:
        rows = kept() if kept and examples is None else read_rows(examples or Path(), chosen.needs)
        report = asyncio.run(chosen.run(rows, model))
        if verbose:
            _show_decisions(report)
        found = report.as_json()
        if quiet:
            found["failures"] = []
        click.echo(json.dumps(found, ensure_ascii=False) if as_json else _in_words(found))

    return click.Command(chosen.name, callback=run, params=[file, *_OPTIONS], help=chosen.about)


def _show_decisions(report: Report) -> None:
    for case in report.cases:
        verdict = "ok  " if case.passed else "FAIL"
        click.echo(f"{verdict} {case.id}: {case.got} (expected {case.expected})", err=True)


def _in_words(found: dict[str, Any]) -> str:
    lines = [f"{found['passed']} of {found['cases']} as expected"]
    lines += [f"{f['id']}: expected {f['expected']}, got {f['got']}" for f in found["failures"]]
    known = {"cases", "passed", "failures"}
    for name, value in found.items():
        if name not in known:
            lines += _table(name, value) if name in TABLES else [f"{name}: {value}"]
    return "\n".join(lines)


def _table(name: str, rows: dict[str, dict[str, object]]) -> list[str]:
    """Return one line a row, under the names of the columns."""
    columns = [column for row in list(rows.values())[:1] for column in row]
    first = max(len(name), *(len(row) for row in rows))
    head = f"{name:<{first}}  {'  '.join(columns)}"
    return [head] + [
        f"{row:<{first}}  {'  '.join(f'{values[c]!s:>{len(c)}}' for c in columns)}"
        for row, values in rows.items()
    ]


for _eval in ALL_EVALS:
    evaluate.add_command(_command(_eval))
evaluate.add_command(cost)
evaluate.add_command(insight)
evaluate.add_command(people)
evaluate.add_command(stories)
evaluate.add_command(talk)
