"""Preface of a message: only what changed since the last one of the session.

Told is told: nothing that was sent is ever changed. After a
failed turn, which leaves the history with its preface, everything is told again.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from coaching.agents.context_loaders import load_keepsakes, load_manner
from coaching.agents.turn_run import Preface
from coaching.clock import local_day
from coaching.domains.check_ins import service as check_ins
from coaching.domains.goals.tool_output import overview
from coaching.domains.practices import history, offering, situations
from coaching.domains.practices.moments import calls_for_practice
from coaching.domains.practices.situations import Incoming
from coaching.domains.transactions.figures import figures
from coaching.memory.dates import due
from coaching.money.questions import asks_about
from coaching.money.saying import completed, lacks_amount, lines_of
from coaching.prompts import preface
from coaching.rules.not_kept import is_asked
from coaching.rules.own_things import asks_for
from coaching.safety import fixed_message, help_country, resources_for
from coaching.services import corrections
from coaching.values import session_state
from coaching.values.context import CardView, WinView
from coaching.values.enums import CardKind, SafetyLevel, TurnStatus
from coaching.values.preface import FocusNews, PrefaceFacts, StyleNews

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.context_loaders import Keepsakes, Manner
    from coaching.models import Conversation, Profile
    from coaching.repositories.admission_snapshot import AdmissionSnapshot
    from coaching.safety import Heard
    from coaching.values.enums import Gap
    from coaching.values.practices import Offered
    from coaching.values.safety import SafetyVerdict

Told = dict[str, Any]
MOST_PLACES = 4
MOST_OFFERS = 2
_REPEATS = re.compile(r"\b(?:every|each|cada|tod[oa]s|los)\b|days\b")
"""Words that make a plan one for more than one day."""
Kept = TypeVar("Kept", CardView, WinView)


async def tell(  # noqa: PLR0913 - what a message is, each by its name
    s: AsyncSession,
    stands: AdmissionSnapshot,
    session: Conversation,
    *,
    at: datetime,
    heard: Heard,
    gap: Gap | None = None,
    language: str = "",
    message: str = "",
) -> Preface:
    """Return the preface of a message, and all that has been told with it.

    `gap`: the message shows that they were lost. It is told with this message and no other.
    `language` is that of the message; help is shown in it. `message` is what practices fit.
    """
    verdict = heard.verdict
    owner, has_failed = session.user_id, stands.last_status is TurnStatus.FAILED
    told: Mapping[str, Any] = {} if has_failed else session_state.of(session).told
    before = {**session.prompt.get("told", {}), **told}
    is_plain = verdict.level is SafetyLevel.NONE and heard.answer is None
    money = await _money(s, stands.person, message, before, at, heard=heard)
    waits = [message, at.isoformat()] if "lacks_amount" in money else None
    now: Told = {"kept": stands.kept, "amount_for": waits}
    if is_plain and _nothing_happened(before, stands, at):
        offers = await _offers(s, owner, message, verdict, at, before)
        news = PrefaceFacts(offers=offers, gap=gap, safety=verdict, **money)
        now |= {"since": at.isoformat(), **_told_of(offers)}
        return Preface(preface(news), {**before, **now})
    manner = await load_manner(s, owner, session_number=session.session_number, at=at, heard=heard)
    kept = await load_keepsakes(s, owner, at=at)
    may_offer = heard.answer is None and not manner.care.is_quiet
    offers = await _offers(s, owner, message, verdict, at, before) if may_offer else ()
    done = {**money, **await _done_since(s, owner, _since(before, at))}
    corrected = await corrections.news(s, owner, before.get("corrections", ()))
    now |= _facts(manner, kept, at) | _told_of(offers) | {"corrections": list(corrected.holding)}
    if verdict.level is SafetyLevel.CRISIS:  # nothing but care in this reply: told with the next
        now |= {name: before.get(name, now[name]) for name in ("style", "mistaken")}
    news = replace(
        _news(before, now, manner, kept, verdict, zone=stands.person.time_zone),
        corrected=corrected.corrected,
        lifted=corrected.lifted,
        offers=offers,
        **done,
        gap=gap,
        check=heard.answer if verdict.level is SafetyLevel.NONE else None,
        shown=_shown(stands, verdict, language),
        places=_places(stands, verdict, language),
    )
    return Preface(preface(news), {**before, **now})


async def _done_since(s: AsyncSession, owner: UUID, instant: datetime) -> dict[str, Any]:
    """Return what they did in the app after an instant, by the names of the facts."""
    return {
        "practices": await history.done_since(s, owner, instant),
        "check_ins": await check_ins.told_since(s, owner, instant),
    }


async def _money(
    s: AsyncSession, person: Profile, message: str, before: Told, at: datetime, *, heard: Heard
) -> dict[str, Any]:
    """Return what the app does with an amount in the message, or what a question asks about.

    What was told `before` has the last line and its instant, if it had no amount.
    """
    if heard.verdict.level is not SafetyLevel.CRISIS and is_asked(message):
        return {"is_not_kept": True}
    if heard.verdict.level is not SafetyLevel.NONE or heard.answer is not None:
        message = ""
    owner, today = person.user_id, local_day(at, person.time_zone)
    line, asked_at = before.get("amount_for") or ("", at.isoformat())
    is_answer = completed(line, datetime.fromisoformat(asked_at), message, at)
    if is_answer or lines_of(message, today):
        return {"is_written": True}
    if lacks_amount(message):
        return {"lacks_amount": True}
    if asks_for(message) is not None:
        return {"goals": json.dumps(await overview(s, owner), ensure_ascii=False)}
    if (asked := asks_about(message, today)) is None:
        return {}
    told = await figures(s, owner, today, asked)
    return {"money": json.dumps(told, ensure_ascii=False)}


async def _offers(
    s: AsyncSession,
    owner: UUID,
    message: str,
    verdict: SafetyVerdict,
    at: datetime,
    before: Told,
) -> tuple[Offered, ...]:
    """Return the exercises that the Coach may offer in this reply, unless it was told of them.

    Nothing is read for a message that names no moment for one, which most don't.
    """
    if not calls_for_practice(message):
        return ()
    now = await situations.situation(s, owner, at=at, incoming=Incoming(message, verdict))
    known = before.get("offers", ())
    return tuple(one for one in offering.best(now, most=MOST_OFFERS) if one.id not in known)


def _told_of(offers: tuple[Offered, ...]) -> Told:
    return {"offers": [one.id for one in offers]} if offers else {}


def _shown(stands: AdmissionSnapshot, verdict: SafetyVerdict, language: str) -> str:
    """Return the fixed words that the app shows above the reply: in a crisis, and only then."""
    if verdict.level is not SafetyLevel.CRISIS:
        return ""
    person = stands.person
    country = help_country(person.country, person.time_zone)
    return fixed_message(verdict.category, verdict.level, country, lang=language or person.locale)


def _places(stands: AdmissionSnapshot, verdict: SafetyVerdict, language: str) -> tuple[str, ...]:
    """Return the names in the card below the reply, so that it offers nothing else."""
    if verdict.level is not SafetyLevel.CONCERN:
        return ()
    person = stands.person
    country = help_country(person.country, person.time_zone)
    found = resources_for(verdict.category, country, lang=language or person.locale)
    return tuple(place.name for place in found[:MOST_PLACES])


def _nothing_happened(before: Told, stands: AdmissionSnapshot, at: datetime) -> bool:
    """Return True if all that could be told is as it was: no row has changed on the same day.

    Only the quiet after a crisis ends by itself.
    """
    today = local_day(at, stands.person.time_zone).isoformat()
    is_same = before.get("kept") == stands.kept and before.get("today") == today
    return is_same and before.get("quiet") is False


def told_by_block(
    manner: Manner,
    kept: Keepsakes,
    *,
    briefed_at: datetime | None,
    now: datetime,
    was_quiet: bool = False,
) -> Told:
    """Return what the second block tells already.

    A briefing may be days old: what was kept since, and how the focus card stands, is news.
    `was_quiet`: it was written in the quiet time after a crisis; that this is over is news too.
    """
    facts = _facts(manner, kept, briefed_at or now)
    known = {"style", "since", "mistaken", *(() if briefed_at else ("focus",))}
    told = {name: fact for name, fact in facts.items() if name in known}
    return {**told, "quiet": True} if was_quiet and not manner.care.is_quiet else told


def _facts(manner: Manner, kept: Keepsakes, at: datetime) -> Told:
    """Return what may differ, in a form that can be stored and compared."""
    focus = kept.focus
    return {
        "today": manner.today.isoformat(),
        "style": [manner.tone, manner.depth.value, manner.learning_style.value],
        "focus": [str(focus.id), focus.times_completed, focus.skips_last_week] if focus else None,
        "quiet": manner.care.is_quiet,
        "mistaken": manner.care.mistaken,
        "since": at.isoformat(),
    }


def _news(
    before: Mapping[str, Any],
    now: Told,
    manner: Manner,
    kept: Keepsakes,
    verdict: SafetyVerdict,
    *,
    zone: str,
) -> PrefaceFacts:
    def differs(name: str, unless: object = None) -> bool:
        return before.get(name, unless) != now[name]

    since = _since(before, datetime.fromisoformat(now["since"]))
    is_crisis = verdict.level is SafetyLevel.CRISIS
    style = StyleNews(manner.tone, manner.depth, manner.learning_style)
    return PrefaceFacts(
        today=manner.today if differs("today") else None,
        style=style if differs("style") and not is_crisis else None,
        focus=_of_focus(kept.focus, manner, zone) if differs("focus") else None,
        new_cards=_later_than(since, filter(_is_elsewhere, kept.cards)),
        new_wins=_later_than(since, kept.wins),
        is_quiet=now["quiet"] if differs("quiet", unless=False) else None,
        is_mistaken=differs("mistaken", unless=now["mistaken"]),
        safety=verdict,
    )


def _since(before: Mapping[str, Any], at: datetime) -> datetime:
    """Return until when everything was told."""
    return datetime.fromisoformat(before.get("since", at.isoformat()))


def _later_than(since: datetime, kept: Iterable[Kept]) -> tuple[Kept, ...]:
    """Return what was kept after an instant, oldest first."""
    return tuple(sorted((k for k in kept if k.created_at > since), key=lambda k: k.created_at))


def _is_elsewhere(card: CardView) -> bool:
    """Return True for a card that is open, and not the one on home."""
    return not card.is_focus and card.graduated_at is None


def _of_focus(focus: CardView | None, manner: Manner, zone: str) -> FocusNews:
    """Return the focus card, with the day of a plan that is over: it isn't due any more."""
    if focus is None:
        return FocusNews(None)
    words = f"{focus.title} {focus.content}".lower()
    day = due(words, local_day(focus.created_at, zone))
    is_once = focus.kind is CardKind.PLAN and not (focus.times_completed or _REPEATS.search(words))
    is_over = is_once and day is not None and day < manner.today
    return FocusNews(focus, _answer(focus, manner), day if is_over else None)


def _answer(focus: CardView, manner: Manner) -> str:
    """Return what was said of the card today."""
    return "did it" if manner.today in focus.completed_on else ""
