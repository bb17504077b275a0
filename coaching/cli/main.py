"""The `toney` command: its subcommands, and how they fail (one line, no traceback)."""

from __future__ import annotations

import importlib
import logging
import os
import sys

import click
from pydantic import ValidationError

from coaching.errors import ToneyError
from coaching.serving import logs
from coaching.serving.failures import ServingError
from coaching.settings import read_settings

COMMANDS = {
    "serve": "coaching.cli.serve:serve",
    "migrate": "coaching.cli.migrate:migrate",
    "backup": "coaching.cli.backup:backup",
    "restore": "coaching.cli.restore:restore",
    "keys": "coaching.cli.keys:keys",
    "doctor": "coaching.cli.doctor:doctor",
    "strategist": "coaching.cli.strategist:strategist",
    "seed": "coaching.cli.seed:seed",
    "reset": "coaching.cli.reset:reset",
    "create-admin": "coaching.cli.create_admin:create_admin",
    "export": "coaching.cli.export:export",
    "import": "coaching.cli.import_:import_person",
    "import-notes": "coaching.cli.notes:import_notes",
    "export-notes": "coaching.cli.notes:export_notes",
    "set-tier": "coaching.cli.set_tier:set_tier",
    "delete": "coaching.cli.delete:delete",
    "verify-receipt": "coaching.cli.verify_receipt:verify_receipt",
    "prune": "coaching.cli.prune:prune",
    "metrics": "coaching.cli.metrics:metrics",
    "eval": "coaching.cli.eval:evaluate",
}


_OWNER_ONLY = 0o077
"""The database, exports and reports hold people's words."""


class _Commands(click.Group):
    """Imports a command only when it is used, so that `--help` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        return getattr(importlib.import_module(module), name)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="toney")
def toney() -> None:
    """Toney, an AI money coach."""
    logs.configure(read_settings(), to=sys.stderr, at_least=logging.WARNING)


def main() -> None:
    """Run the command line; every expected failure is one line and a non-zero status."""
    os.umask(_OWNER_ONLY)
    try:
        toney.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        sys.exit(130)
    except ValidationError as error:
        _fail("; ".join(_setting(p["loc"], p["msg"]) for p in error.errors()))
    except (ToneyError, ServingError) as error:
        _fail(str(error))


def _setting(where: tuple[int | str, ...], problem: str) -> str:
    name = ".".join(str(part) for part in where).upper()
    return f"{name}: {problem}" if name else problem


def _fail(message: str) -> None:
    click.echo(f"toney: {message}", err=True)
    sys.exit(1)
