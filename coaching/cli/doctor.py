"""`toney doctor`: what would keep Toney from starting or isn't safe, and what to do about it."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from coaching.cli.checks import ROOMS
from coaching.cli.checks.finding import look
from coaching.cli.switches import switches
from coaching.settings import read_settings


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(*, as_json: bool) -> None:
    """Look for what keeps Toney from starting, and for settings that are not safe."""
    settings = read_settings()
    findings = [look(name, check, settings) for room in ROOMS for name, check in room.items()]
    if as_json:
        found = [asdict(finding) for finding in findings]
        click.echo(json.dumps({"findings": found, "switches": switches(settings)}))
    else:
        for finding in findings:
            click.echo(f"{finding.sign:<4}  {finding.name:<10} {finding.says}")
    sys.exit(0 if all(finding.is_good for finding in findings) else 1)
