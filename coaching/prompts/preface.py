"""What is told with one message and stays with it: the newest facts, and only those."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.prompts import facts
from coaching.prompts.check_in import PIECES as CHECK_INS
from coaching.prompts.check_in import check_in_line
from coaching.prompts.fences import as_said, fenced, words
from coaching.prompts.render import section
from coaching.prompts.tone import tone_guidance, tone_heading
from coaching.values.enums import SafetyLevel
from coaching.values.preface import PrefaceFacts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.values.enums import CardKind
    from coaching.values.preface import FocusNews, StyleNews

PROPOSALS = "coach/proposals"
PIECES = "coach/preface"
DANGERS = "coach/danger"
DOUBT = "coach/doubt"
EXERCISES = "coach/exercises"
MONEY = "coach/money"
DOES_NOT_FIT_FROM = 4
NO_NEWS = PrefaceFacts()
PRACTICAL = frozenset({"acute_debt", "fraud"})
_ASKS = {"suicidality": "ask_life", "self_harm": "ask_life", "harm_to_others": "ask_others"}


def preface(news: PrefaceFacts) -> str:
    """Return the note that goes in front of a message; empty when there is nothing new."""
    if news == NO_NEWS:
        return ""
    lines = [
        *_now(news),
        *_corrected(news),
        *_keepsakes(news),
        *_practices(news),
        *_check_ins(news),
        *_money(news),
        *_lost(news),
        *_care(news),
    ]
    return "\n".join(["<note>", *lines, "</note>"]) if lines else ""


def door_note(title: str) -> str:
    """Return what stands where a message would when the coach speaks first, through a door."""
    return _note(section(PIECES, "door", title=as_said(title)))


def card_note(kind: CardKind, title: str, content: str) -> str:
    """Return what stands there when they look at a card again."""
    card = fenced("card", f"{title}: {content}", kind=kind.value)
    return _note(section(PIECES, "card", card=card))


def draft_note(title: str = "", content: str = "", *, is_changed: bool = False) -> str:
    """Return what stands there when they answered a draft; without a title they left it."""
    if not title:
        return _note(section(PIECES, "draft_left"))
    card = fenced("card", f"{title}: {content}")
    return _note(section(PIECES, "draft_changed" if is_changed else "draft_kept", card=card))


def proposal_note(kind: str, saved: str, *, is_changed: bool) -> str:
    """Return what stands there when they answered a proposal; without words they left it."""
    named = kind.replace("_", " ")
    if not saved:
        return _note(section(PROPOSALS, "proposal_left", kind=named))
    piece = "proposal_changed" if is_changed else "proposal_kept"
    return _note(section(PROPOSALS, piece, kind=named, saved=words(saved)))


def kind_note(about: str) -> str:
    """Return what stands there when they began a conversation of a kind, maybe about something."""
    if not about:
        return _note(section(PROPOSALS, "kind"))
    return _note(section(PROPOSALS, "kind_about", about=words(about)))


def off_track_note(guess: str) -> str:
    """Return what stands there when they say that a reply led astray."""
    if not guess:
        return _note(section(PIECES, "off_track_without_guess"))
    return _note(section(PIECES, "off_track", guess=words(guess)))


def _note(line: str) -> str:
    return f"<note>\n{line}\n</note>"


def _now(news: PrefaceFacts) -> Iterable[str]:
    if news.today is not None:
        today = f"{news.today:%A}, {news.today.day} {news.today:%B %Y}"
        yield section(PIECES, "today", today=today)
    if news.style is not None:
        yield from _style(news.style)


def _style(style: StyleNews) -> Iterable[str]:
    yield section(
        PIECES,
        "style",
        heading=tone_heading(style.tone).lower(),
        guidance=tone_guidance(style.tone),
        depth=style.depth.value,
        learning_style=style.learning_style.value,
    )


def _corrected(news: PrefaceFacts) -> Iterable[str]:
    for name in ("corrected", "lifted"):
        if told := facts.all_corrected(name, getattr(news, name)):
            yield told


def _keepsakes(news: PrefaceFacts) -> Iterable[str]:
    if news.focus is not None:
        yield from _focus(news.focus)
    if news.new_cards:
        yield section(PIECES, "new_cards", cards="; ".join(map(facts.card, news.new_cards)))
    if news.new_wins:
        wins = "; ".join(fenced("win", win.text) for win in news.new_wins)
        yield section(PIECES, "new_wins", wins=wins)


def _practices(news: PrefaceFacts) -> Iterable[str]:
    if news.offers:
        items = "; ".join(f"{one.id} ({one.title})" for one in news.offers)
        yield section(EXERCISES, "offers", items=items)
    for done in news.practices:
        has_both = done.before is not None and done.after is not None
        numbers = f", {done.before} before and {done.after} after," if has_both else ""
        kept = f"saved a {' and a '.join(done.kept)}" if done.kept else "saved nothing"
        title = as_said(done.title)
        yield section(EXERCISES, "done", title=title, numbers=numbers, kept=kept)


def _check_ins(news: PrefaceFacts) -> Iterable[str]:
    if news.check_ins:
        yield section(CHECK_INS, "news", told="; ".join(map(check_in_line, news.check_ins)))


def _money(news: PrefaceFacts) -> Iterable[str]:
    if news.is_written:
        yield section(MONEY, "written")
    if news.is_not_kept:
        yield section(facts.CORRECTIONS, "not_kept")
    if news.lacks_amount:
        yield section(MONEY, "missing")
    if news.money:
        yield section(MONEY, "figures", figures=words(news.money))
    if news.goals:
        yield section(MONEY, "goals", goals=words(news.goals))


def _focus(focus: FocusNews) -> Iterable[str]:
    if focus.card is None:
        yield section(PIECES, "no_focus")
        return
    told = [
        *([f"done so far: {done}"] if (done := focus.card.times_completed) else []),
        *(
            [f'"Not today" in the last seven days: {no}']
            if (no := focus.card.skips_last_week)
            else []
        ),
        *([f"today: {as_said(focus.today)}"] if focus.today else []),
        *([f"the day it names, {focus.was_due:%Y-%m-%d}, is over"] if focus.was_due else []),
    ]
    history = f" ({'; '.join(told)})" if told else ""
    yield section(PIECES, "focus", card=facts.card(focus.card), history=history)
    if focus.card.skips_last_week >= DOES_NOT_FIT_FROM:
        yield section(PIECES, "card_does_not_fit")


def _lost(news: PrefaceFacts) -> Iterable[str]:
    if news.gap is not None:
        yield section(PIECES, f"lost_{news.gap.value}")


def _care(news: PrefaceFacts) -> Iterable[str]:
    if news.is_mistaken:
        yield section("coach/returning", "mistaken")
    if news.is_quiet is not None:
        yield section(PIECES, "quiet" if news.is_quiet else "quiet_over")
    if news.safety.level is not SafetyLevel.NONE:
        yield _danger(news)
    elif news.safety.doubt:
        kind = "alarm" if news.safety.is_alarm else "doubt"
        yield section(DOUBT, kind, about=section(DANGERS, news.safety.doubt))
    if news.check is not None:
        yield section(PIECES, f"check_{news.check.value}")
    if news.shown:
        yield section(PIECES, "shown", shown=as_said(news.shown))


def _danger(news: PrefaceFacts) -> str:
    category = news.safety.category
    about = section(DANGERS, category)
    if news.safety.level is SafetyLevel.CRISIS:
        return section(
            PIECES, "crisis_practical" if category in PRACTICAL else "crisis", about=about
        )
    names = as_said(", ".join(news.places))
    return section(
        PIECES,
        "concern",
        about=about,
        ask=section(PIECES, _ASKS.get(category, "ask_if_open")),
        places=section(PIECES, "places", names=names) if names else "",
    )
