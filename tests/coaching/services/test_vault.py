"""Stored secrets: bound to their place, readable with old and new keys, lost with their key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.services import key_check
from coaching.services.key_check import Sealed
from coaching.services.vault import NoEncryptionKey, Tampered, Vault
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from coaching.repositories.db import Db

HERE = "integrations:token:row 1:anna"
OLD, NEW = "an old key of thirty-two characters", "a new key of thirty-two characters"


def test_a_secret_is_read_in_its_place_only() -> None:
    vault = Vault([OLD])
    sealed = vault.seal("a token – ñ", HERE)
    assert "token" not in sealed
    assert vault.open(sealed, HERE) == "a token – ñ"
    assert vault.seal("a token – ñ", HERE) != sealed
    with pytest.raises(Tampered, match="was not written there"):
        vault.open(sealed, "integrations:token:row 2:ben")
    changed = sealed[:-6] + ("A" if sealed[-6] != "A" else "B") + sealed[-5:]
    for broken in (changed, "", "a plain text", "v1:x", f"v2{sealed[2:]}"):
        with pytest.raises((Tampered, NoEncryptionKey)):
            vault.open(broken, HERE)


def test_old_and_new_keys_live_side_by_side() -> None:
    sealed = Vault([OLD]).seal("a token", HERE)
    both = Vault([NEW, OLD])
    assert both.open(sealed, HERE) == "a token"
    assert not both.is_newest(sealed)
    assert both.is_newest(both.seal("a token", HERE))
    with pytest.raises(NoEncryptionKey, match="is not in TONEY_ENCRYPTION_KEYS"):
        Vault([NEW]).open(sealed, HERE)
    with pytest.raises(NoEncryptionKey):
        Vault([]).seal("a token", HERE)


@pytest.mark.both_databases
async def test_a_rotation_leaves_nothing_to_the_old_key(
    db: Db, monkeypatch: pytest.MonkeyPatch
) -> None:
    column = Sealed("wins", "text")  # stands for the column of an integration
    monkeypatch.setattr(key_check, "SEALED", (column,))
    owner = await factories.person(db)
    win = await factories.win(db, owner, "to be encrypted")
    place, old = column.place(win.id, owner), Vault([OLD])
    async with db.system("test", write=True) as s:
        await key_check.ensure(s, old, now=MONDAY_MORNING)
        win.text = old.seal("a token", place)
        await s.merge(win)
    async with db.system("test", write=True) as s:
        assert not await key_check.is_readable(s, Vault([NEW]))
        await key_check.ensure(s, Vault([NEW]), now=MONDAY_MORNING)
        assert not await key_check.is_readable(s, Vault([NEW]))
        with pytest.raises(NoEncryptionKey):
            await key_check.rotate(s, Vault([NEW]), now=MONDAY_MORNING)
        assert await key_check.rotate(s, Vault([NEW, OLD]), now=MONDAY_MORNING) == 2
        assert await key_check.rotate(s, Vault([NEW, OLD]), now=MONDAY_MORNING) == 1
    async with db.unit(owner) as s:
        stored = await s.get_one(type(win), win.id)
        assert Vault([NEW]).open(stored.text, place) == "a token"
    async with db.system("test", write=True) as s:
        assert await key_check.is_readable(s, Vault([NEW]))
        await key_check.rotate(s, Vault(["a third key"]), now=MONDAY_MORNING, forget=True)
        assert (await s.get_one(type(win), win.id)).text == ""
