"""Numbers that are kept nowhere: cards, accounts, identity, passwords and pins."""

from __future__ import annotations

import re

_LONG_NUMBER = re.compile(r"(?<![\w.])(?:\d[ .\-]?){8,}\d(?!\w)")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,}(?: ?[A-Z0-9]{1,4})?\b", re.IGNORECASE)
_SORT_CODE = re.compile(r"\b\d{2}-\d{2}-\d{2}\b")
_SOCIAL = re.compile(
    r"\b\d{3}-\d{2}-\d{4}\b|\b[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b|\b\d{8}-?[A-Z]\b"
)
_NAMED = re.compile(
    r"\b(?:password|passcode|passwd|pass|pw|login|pin(?: code| number)?|cvv|cvc|account number"
    r"|acct(?: no| number)?|card number|sort code|iban|routing number|ssn|contraseña|clave"
    r"|número de (?:cuenta|tarjeta)|dni|nie)\b"
    r"(?:\s+(?!is\b|es\b)[^\W\d_]+){0,3}?\W{0,3}(?:(?:is|es|:|=)\W{0,3})\S*\d"
    r"|\b(?:password|passcode|pin(?: code| number)?|cvv|cvc|account number|acct(?: no)?|card number"
    r"|sort code|iban|routing number|ssn|contraseña|clave|número de (?:cuenta|tarjeta)|dni|nie)\b"
    r"\W{0,3}\S*\d",
    re.IGNORECASE,
)
_MAIL_OR_KEY = re.compile(r"\S+@\S+\.\w{2,}|\b(?:sk|pk|ghp|xox)[-_][\w-]{8,}", re.IGNORECASE)
_SECRETS = (_LONG_NUMBER, _IBAN, _SORT_CODE, _SOCIAL, _NAMED, _MAIL_OR_KEY)


def holds_secret(text: str) -> bool:
    """Return True if a text holds something that could open an account or name a person."""
    return any(secret.search(text) for secret in _SECRETS)
