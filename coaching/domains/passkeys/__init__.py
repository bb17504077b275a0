"""Passkeys: signing in with what unlocks a person's own phone or computer."""
