"""Small numbers as words, in English and Spanish."""

from __future__ import annotations

_WORDS = (
    ("one", "un", "una"), ("two", "dos", "couple"), ("three", "tres"), ("four", "cuatro"),
    ("five", "cinco"), ("six", "seis"), ("seven", "siete"), ("eight", "ocho"), ("nine", "nueve"),
    ("ten", "diez"), ("eleven", "once"), ("twelve", "doce"),
)  # fmt: skip
NUMERALS = {word: number for number, group in enumerate(_WORDS, 1) for word in group}
"""The numbers from 1 to 12 by their words."""
