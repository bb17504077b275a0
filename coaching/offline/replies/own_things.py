"""What is theirs: what they ask about or to be kept; a tool does it, `after_tool` tells."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from coaching.content import day_in_words, text
from coaching.money.saying import lacks_amount
from coaching.offline.replies.answer import Answer, say
from coaching.offline.replies.texts import compiled, group, pattern
from coaching.offline.replies.turn import DANGER, fold
from coaching.rules import recalling, reminding
from coaching.rules.keeping import Keep
from coaching.rules.not_kept import is_asked
from coaching.rules.own_things import Asked, asks_for, notes_about
from coaching.text.words import upper_first, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coaching.offline.replies.turn import Turn

GOALS, NOTES, REMEMBER, REMIND = "get_goals", "retrieve_notes", "remember", "schedule_reminder"
MONEY = frozenset({"record_transaction", "get_money"})
TOOLS = MONEY | {GOALS, NOTES, REMEMBER, REMIND}
MOST_NOTES, LOOK_BACK = 2, 3  # notes in a reply; messages in which a reminder can be asked about
HIDDEN = DANGER | group("recalling_hidden")
"""Replies to what isn't said again: danger, a boundary, something to forget."""
_QUOTES = {"es": "«{}»", "en": "“{}”"}
_REMEMBER = re.compile(pattern("remembering_asked").pattern, re.IGNORECASE)
_NUMBER = "number such as a card"  # how the tool says that it keeps no card numbers and passwords
_ASKED = frozenset({"reminder_what", "reminder_day", "reminder_not"})
_FIGURE = re.compile(r"\d")
MOST_ITEMS, TELLING = 5, 3  # things on the shelf in a reply; letters of a word that can name one
_BOUGHT = compiled(r"\b(?:did i buy|have i bought|compre|he comprado)\b")
_WHEN = compiled(r"^\W*(?:so |and |y )*(?:when|cuando)\b")


def answer(turn: Turn) -> Answer | None:
    """Keep or look up what they ask for; None for a message of another kind."""
    if (found := _remind(turn)) or turn.ctx.tool_results:
        return found or _recall(turn)
    if is_asked(turn.text):
        return Answer("left_out", text(turn.language, "coach.left_out"))
    if asked := _REMEMBER.search(turn.text):
        wanted = Keep(REMEMBER, {"text": upper_first(asked["what"].strip())})
        return say("remember_quiet", turn) if turn.is_quiet else Answer("keep", keep=wanted)
    if about := notes_about(turn.text):
        return Answer("keep", keep=Keep(NOTES, {"query": about}))
    return _recall(turn)


def after_tool(turn: Turn, name: str, told: str, *, is_error: bool) -> Answer | None:
    """Say what was kept or found, or why not; None for a next step of somebody without goals."""
    if name == REMIND:
        return _reminded(turn, told, is_error=is_error)
    if name == REMEMBER and is_error:
        return say("remember_number" if _NUMBER in told else "remember_quiet", turn)
    if name == REMEMBER:
        return say("remembered", turn)
    if is_error:
        return say("not_kept", turn) if name in MONEY else None
    if name in MONEY:
        return _money(turn, name, told)
    found = json.loads(told)
    if name == GOALS:
        return _goals(turn, found)
    titles = [note["title"] for note in found["words_of_notes"][:MOST_NOTES]]
    notes = _quoted(titles, turn.language)
    return say("notes_found", turn, notes=notes) if titles else say("notes_none", turn)


def _remind(turn: Turn) -> Answer | None:
    """Schedule what they ask to be reminded of, or ask for what is missing."""
    today = turn.ctx.today
    wish = reminding.asked(turn.text, today)
    if wish is None and turn.last_mode in _ASKED and not turn.refuses:
        before = _before(turn)
        wish = before and reminding.completed(before, turn.text, today)
    if wish is None:
        return None
    if turn.is_quiet:
        return say("reminder_quiet", turn)
    if not wish.what or wish.on is None:
        return say("reminder_day" if wish.what else "reminder_what", turn)
    on = f"{wish.on}T{wish.clock}" if wish.clock else str(wish.on)
    return Answer("keep", keep=Keep(REMIND, {"what": wish.what, "on": on}))


def _before(turn: Turn) -> reminding.Asked | None:
    """Return what they asked for in the messages before this one, with their answers so far."""
    found: reminding.Asked | None = None
    for said in turn.said[-LOOK_BACK:]:
        fresh = reminding.asked(said, turn.ctx.today)
        found = fresh or (found and reminding.completed(found, said, turn.ctx.today)) or found
    return found


def _reminded(turn: Turn, told: str, *, is_error: bool) -> Answer:
    """Say on which day it comes and how, or ask for another day, once."""
    if is_error:
        return say("not_kept" if turn.last_mode == "reminder_not" else "reminder_not", turn)
    kept = json.loads(told)
    day = day_in_words(turn.language, date.fromisoformat(kept["on"][-len("2026-11-27") :]))
    name = "reminder_kept" if kept["notifies"] else "reminder_kept_here"
    return say(name, turn, what=kept["scheduled"], day=day, time=kept["at"])


def _goals(turn: Turn, found: Mapping[str, Any]) -> Answer | None:
    asked, goals = asks_for(turn.text), found["goals"]
    if asked is Asked.STEP:
        return _next_step(turn, goals)
    if asked is Asked.DREAMS:
        dreams = _quoted([dream["title"] for dream in found["dreams"]], turn.language)
        return say("dreams_told" if dreams else "dreams_none", turn, dreams=dreams)
    if not goals:
        return say("goals_none", turn)
    told = _quoted([goal["title"] for goal in goals], turn.language)
    return say("goals_told" if len(goals) > 1 else "goal_told", turn, goals=told)


def _next_step(turn: Turn, goals: Sequence[Mapping[str, Any]]) -> Answer | None:
    """Name the first small step that is open, else the first plan."""
    for goal in goals:
        step = next((one["text"] for one in goal["micro_wins"] if not one["done"]), "")
        if step:
            return say("goal_step", turn, goal=goal["title"], step=step.rstrip("."))
    for goal in goals:
        for plan in goal["plans"][:1]:
            then = plan["then"].rstrip(".")
            return say("goal_plan", turn, goal=goal["title"], cue=plan["if"], then=then)
    return None


def _recall(turn: Turn) -> Answer | None:
    """Say again what they told about a thing, in this session or in the memories of the context."""
    about = recalling.asked(turn.text)
    if about is None or not turn.is_safe:
        return None
    found = _sentence(turn, about) if about else ""
    if not about:
        return say("recall", turn)
    return say("recalled", turn, told=found) if found else say("recalled_nothing", turn)


def _sentence(turn: Turn, about: frozenset[str]) -> str:
    """Return the newest sentence that names most of it."""
    said = [text for text, mode in turn.answered() if mode not in HIDDEN]
    kept = [one.quote or one.content for one in turn.ctx.memories if not one.waits]
    told = [one for one in (*said, *kept, *turn.ctx.told_before) if recalling.asked(one) is None]
    counted = [recalling.own_sentence(text, about) for text in told]
    if recalling.asks_for_a_figure(turn.text):
        counted = [one for one in counted if _FIGURE.search(one[1])]
    best = max(counted, key=lambda one: one[0], default=(0, ""))
    return best[1].rstrip(".") if best[0] else ""


def _quoted(titles: Sequence[str], language: str) -> str:
    return ", ".join(_QUOTES.get(language, _QUOTES["en"]).format(title) for title in titles)


def _money(turn: Turn, name: str, told: str) -> Answer:
    """Say that it is written down, or what was written down in the months they asked about."""
    figures = json.loads(told)
    if name == "record_transaction":
        return say("money_written", turn)
    if "waiting_on_shelf" in figures:
        return _shelf(turn, figures)
    if "months" in figures:
        return _months(turn, figures)
    if not (spent := _sums(figures["out"])):
        return say("money_nothing", turn)
    return say("money_told", turn, spent=spent)


def asks_amount(turn: Turn) -> Answer | None:
    """Ask once for the amount of a line about money; the next message completes it."""
    return say("money_amount", turn) if lacks_amount(turn.text) else None


def _months(turn: Turn, figures: Mapping[str, Any]) -> Answer:
    """Say what each month was, and how the last one is beside the one before."""
    together, months = _sums(figures["out_together"]), figures["months"]
    if not together:
        return say("money_nothing", turn)
    if len(months) == 1:
        month = _month(months[0]["month"], turn.language)
        return say("money_about", turn, spent=together, about=figures["about"], month=month)
    each = ", ".join(
        f"{_month(one['month'], turn.language)}: {_sums(one['out']) or '0'}" for one in months
    )
    changed: Mapping[str, str] = figures["out_changed_by"]
    if len(changed) != 1:  # more than one currency: each has sums of its own
        return say("money_months", turn, each=each)
    currency, by = next(iter(changed.items()))
    size = "same" if by == "0" else "more" if by.startswith("+") else "less"
    until = "_running" if figures["last_is_running"] else ""
    by = _sum(by.lstrip("+-"), currency)
    changed_by = say(f"money_months_{size}{until}", turn, by=by).text
    told = say("money_months", turn, each=each)
    return replace(told, text=f"{told.text} {changed_by}")


def _shelf(turn: Turn, figures: Mapping[str, list[Mapping[str, str]]]) -> Answer:
    """Name what waits, when one thing may be decided, or what was bought."""
    waiting, bought = (
        [one for one in figures[kind] if one["item"]] for kind in ("waiting_on_shelf", "bought")
    )
    asked = set(words(turn.folded))
    if _BOUGHT.search(turn.folded):
        return say("shelf_bought" if bought else "shelf_none_bought", turn, items=_items(bought))
    if _WHEN.search(turn.folded):
        for one in waiting:
            if asked & {word for word in words(fold(one["item"])) if len(word) >= TELLING}:
                return _decide(turn, one)
    return say("shelf_told" if waiting else "shelf_empty", turn, items=_items(waiting))


def _decide(turn: Turn, one: Mapping[str, str]) -> Answer:
    day = date.fromisoformat(one["waits_until"])
    name = "shelf_when" if day > turn.ctx.today else "shelf_now"
    return say(name, turn, item=one["item"], day=day_in_words(turn.language, day))


def _items(rows: list[Mapping[str, str]]) -> str:
    return ", ".join(one["item"] for one in rows[:MOST_ITEMS])


def _month(month: str, language: str) -> str:
    """Return the name of a month that is written as 2026-11."""
    return text(language, "export.months").split()[date.fromisoformat(f"{month}-01").month - 1]


def _sums(sums: Mapping[str, str]) -> str:
    return " + ".join(_sum(amount, currency) for currency, amount in sums.items())


def _sum(amount: str, currency: str) -> str:
    if not currency:
        return amount
    return f"{amount} {currency}" if currency.isalpha() else f"{currency}{amount}"
