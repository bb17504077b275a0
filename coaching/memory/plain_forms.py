"""Word tables for comparing two sentences: forms of a verb, and words that say little."""

from __future__ import annotations

_FORMS = """
tell told telling, pay paid paying, go goes went gone going, get gets got, sell sold selling,
buy buys bought buying, lose lost losing, leave left leaving, send sent sending, spend spent,
give gave given giving, take took taken taking, make made making, find found, keep kept keeping,
know knew known, speak spoke, lend lent lending, ring rang, begin began begun, come came,
hide hid hidden, hold held, think thought, sit sat, write wrote written, sleep slept, meet met,
hear heard, put putting, wait waited waiting, relief relieved, scare scared scares,
ask asked asking, proud pride, ashamed shame, lay laid, break broke broken, choose chose chosen,
abrir abriste abierto, pagar pagaste, dejar dejaste, vender vendiste, mirar miras miraste,
decir dijiste dicho, hacer hiciste hecho, poner pusiste puesto, ir fuiste, pedir pediste
"""
FORM = {word: group.split()[0] for group in _FORMS.split(",") for word in group.split()}
_LIGHT_WORDS = """
want wanted like plan planning hope intend would could manage feel see just really also able
beside alongside together each every loud out so again end when while said say mention notice
decide querer poder pensar lado vez junto cuando pudiste quieres piensas
"""
LIGHT = frozenset(_LIGHT_WORDS.split())
"""Words that can be left out or added without saying anything else."""
DAYS = """
monday tuesday wednesday thursday friday saturday sunday morning evening night weekend yesterday
lunes martes miércoles jueves viernes sábado domingo noche ayer
"""
_FRONT_WORDS = """
for with para on in at after before when since by while every con en el la después desde
"""
FRONT = frozenset(_FRONT_WORDS.split())
"""How a sentence begins that puts a time or a companion before the person."""
