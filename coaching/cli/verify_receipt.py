"""`toney verify-receipt FILE`: whether the receipt of a deletion is as it was signed."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from coaching.domains.privacy import receipts
from coaching.domains.privacy.receipts import BadReceipt, Checked


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--key", default="", help="The public key of the Toney that is said to have signed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify_receipt(file: Path, *, key: str, as_json: bool) -> None:
    """Check FILE, the receipt of a deletion, wherever it was made.

    Without --key this says that nobody changed the receipt, and which key signed it. Compare the
    key with the one at /api/receipts/key of the Toney that it names.
    """
    found = _read(file)
    if key and key.strip() != found.public_key:
        raise BadReceipt(f"the receipt was signed by another key: {found.public_key}")
    if as_json:
        click.echo(json.dumps(asdict(found)))
        return
    click.echo(f"Unchanged since it was signed by {found.issuer} (key {found.public_key}).")
    click.echo(f"{found.rows} rows of {found.user_id} were deleted at {found.deleted_at}.")
    until = found.backups_until
    click.echo(f"Backups hold them until {until}." if until else "Backups may hold them for ever.")


def _read(file: Path) -> Checked:
    if file.stat().st_size > receipts.LARGEST:
        raise BadReceipt("this file is too large for a receipt")
    return receipts.check(file.read_bytes())
