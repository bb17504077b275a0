"""Check-ins: how money feels right now, in one tap, with a sentence and a reply if wanted."""
