"""What somebody says of themselves in Spanish, form by form, with how it is said to them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

_STEMS = {"ie": ("e", "ie"), "ue": ("o", "ue"), "i": ("e", "i"), "u": ("u", "ue")}
_ODD_WISHES = {
    "ser": ["sea", "fuera"],
    "ir": ["vaya", "fuera"],
    "saber": ["sepa", "supiera"],
    "haber": ["haya", "hubiera"],
    "estar": ["esté", "estuviera"],
    "dar": ["dé", "diera"],
}
_PLAIN = str.maketrans("áéíóú", "aeiou")


@dataclass(frozen=True, slots=True)
class Verbs:
    """Forms of the first person with those of the second; all in lower case.

    `present` holds what is done now, `done` past and future, `habit` forms that are a third
    person's as well, `wished` subjunctives, `bare_past` pasts written without their accent.
    """

    infinitives: frozenset[str]
    homographs: frozenset[str]
    present: dict[str, str]
    done: dict[str, str]
    habit: frozenset[str]
    wished: frozenset[str]
    bare_past: dict[str, str]


@cache
def verbs() -> Verbs:
    """Return every form of the listed verbs."""
    file = resources.files("coaching.offline").joinpath("words", "verbs_es.toml")
    table = tomllib.loads(file.read_text("utf-8"))
    changing = {verb: name for name in _STEMS for verb in _listed(table[name])}
    regular = [verb for verb in _listed(table["regular"]) if verb not in changing]
    every = dict.fromkeys([*changing, *regular, *table["present"], *table["past"], "andar"])
    now = {verb: table["present"].get(verb) or _now(verb, changing.get(verb, "")) for verb in every}
    did = {verb: table["past"].get(verb) or _past(verb) for verb in every}
    present, past = dict(now.values()), dict(did.values())
    future = dict(table["future"].get(verb) or (f"{verb}é", f"{verb}ás") for verb in every)
    pairs = {first: first.translate(_PLAIN) for first in past if first != first.translate(_PLAIN)}
    return Verbs(
        infinitives=frozenset(every),
        homographs=frozenset(_listed(table["homographs"]["words"])),
        present=present,
        done=future | past | {"fuí": "fuiste", "ví": "viste", "dí": "diste"},
        habit=frozenset(form for verb in every for form in _habits(verb, table["future"])),
        wished=frozenset(
            form for verb in every for form in _wishes(verb, now[verb][0], did[verb][0])
        ),
        bare_past={bare: past[first] for first, bare in pairs.items() if bare not in present},
    )


def _listed(words: str) -> list[str]:
    return [word.removesuffix("se") if word.endswith("rse") else word for word in words.split()]


def _now(verb: str, change: str) -> tuple[str, str]:
    stem, ending = verb[:-2], verb[-2:].translate(_PLAIN)
    if change:
        old, new = _STEMS[change]
        at = stem.rfind(old)
        stem = f"{stem[:at]}{new}{stem[at + 1 :]}" if at >= 0 else stem
    second = f"{stem}{'as' if ending == 'ar' else 'es'}"
    if ending == "ar":
        return f"{stem}o", second
    first = re.sub(r"gu$", "g", stem) if ending == "ir" else stem
    first = re.sub(r"g$", "j", first) if stem.endswith("g") else first
    first = re.sub(r"(?<=[aeo])c$", "zc", first)
    first = re.sub(r"(?<=[nr])c$", "z", first)
    return f"{first}o", second


def _past(verb: str) -> tuple[str, str]:
    stem, ending = verb[:-2], verb[-2:].translate(_PLAIN)
    if ending != "ar":
        accent = "í" if stem.endswith(("a", "e", "o")) else "i"
        return f"{stem}í", f"{stem}{accent}ste"
    return f"{_before_e(stem)}é", f"{stem}aste"


def _habits(verb: str, future: dict[str, list[str]]) -> list[str]:
    """`compraba`, `comía` and `compraría`, with and without the accent."""
    stem, would = verb[:-2], future.get(verb, [f"{verb}é"])[0][:-1]
    found = [f"{stem}aba" if verb.endswith("ar") else f"{stem}ía", f"{would}ía"]
    odd = {"ser": "era", "ir": "iba", "ver": "veía"}
    found.append(odd.get(verb, found[0]))
    return [*found, *(form.replace("í", "i") for form in found)]


def _wishes(verb: str, now: str, past: str) -> list[str]:
    """`compre` and `comprara`, `pida` and `pidiera`, made of the stems that the verb has."""
    if odd := _ODD_WISHES.get(verb):
        return odd
    is_ar, stem = verb.endswith("ar"), now[:-1]
    wish = f"{_before_e(stem)}e" if is_ar else f"{stem}a"
    if is_ar:
        return [wish, f"{verb[:-2]}ara"]
    root = past[:-1]
    return [wish, f"{root}era" if root.endswith("j") else f"{root}iera"]


def _before_e(stem: str) -> str:
    """The stem as it is written before an e: `pagu`, `busqu`, `empiec`."""
    for end, written in (("c", "qu"), ("g", "gu"), ("z", "c")):
        if stem.endswith(end):
            return f"{stem[:-1]}{written}"
    return stem
