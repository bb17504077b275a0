"""Ordinary talk: one reflection, one line of meaning, then a question or nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.draft import SAID_BACK
from coaching.offline.lexicon import LANGUAGES, lexicon
from coaching.offline.replies import offers, practices
from coaching.offline.steps import (
    a_piece,
    anything,
    asking,
    back,
    ids,
    kinds,
    mode,
    quietly,
    reflection,
)
from coaching.offline.text import words
from coaching.offline.when import offered
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.draft import Draft
    from coaching.offline.moment import Moment

FEW_WORDS, ONE_WORD, WORD_RUN = 4, 2, 2
SORRY_WORDS = 7
SHORT_MODES = frozenset({"one_word", "ack", "dont_know", "plain_no"})
_KEYS = re.compile(r"^(?:[bcdfghjklmnpqrstvwxz]{4,}|[asdfghjkl]{5,}|[qwertyuiop]{6,})\W*$")


def talk(draft: Draft) -> str:
    """Reflect, add meaning, offer or ask, or leave it."""
    moment = draft.moment
    if moment.scene.turn == 1 and moment.reading.says("apology"):
        draft.put("br6")
    if not (moment.reading.wish and draft.line("rc14")):
        _receive(draft)
    if not (offers.offer_card(draft) or practices.offer_practice(draft)) and draft.lines:
        draft.ask()
    if not draft.lines:
        draft.first(mode("invite"), anything)
    elif len(draft.lines) == 1 and draft.lines[0].mirrors:
        draft.say_unheard("invite")
    return "talk"


def is_light(moment: Moment) -> bool:
    """Whether it is said with a raised eyebrow: a joke is not read back to whoever made it."""
    reading = moment.reading
    return (reading.has("irony") or "joke" in reading.themes) and not reading.feeling


def _receive(draft: Draft) -> None:
    """A piece of theirs with what it may mean; without a meaning, a word on the piece."""
    moment = draft.moment
    if is_light(moment) and draft.say("light"):
        return
    if moment.stage is Stage.RELAPSE and not offered(moment, "rc16", "ra12"):
        draft.reflect()
        draft.line("rc16", "ra12")
        return
    meaning = None if _is_terse(moment) else draft.meaning()
    if meaning is None:
        draft.first(*((a_piece,) if draft.may_ask else ()), reflection, back)
        return
    if not meaning.mirrors:
        draft.first(a_piece, reflection, back)
    draft.add_first([meaning])


def _is_terse(moment: Moment) -> bool:
    """Whether they write under four words, twice now: then the second reflection is left out."""
    recent = (*moment.scene.said[-(WORD_RUN - 1) :], moment.ctx.message)
    return len(recent) == WORD_RUN and all(len(words(text)) < FEW_WORDS for text in recent)


def is_one_word(moment: Moment) -> bool:
    """Whether the message is one or two words."""
    return moment.reading.word_count <= ONE_WORD


def one_word(draft: Draft) -> str:
    """Take the word; short is fine."""
    scene = draft.moment.scene
    if scene.was(SHORT_MODES, within=1):
        draft.first(mode("one_word_again"), quietly, anything)
        return "one_word"
    draft.first(kinds("reflection_simple"), mode("one_word"), anything)
    if scene.turn > 1:
        draft.first(ids("bk4"), asking("follow", "acknowledge", "watch"))
    return "one_word"


def ack(draft: Draft) -> str:
    """Bare assent closes softly; a second one in a row may be asked where to go."""
    if offers.offer_card(draft):
        return "ack"
    again = draft.moment.scene.was(SHORT_MODES, within=1)
    draft.first(mode("one_word_again" if again else "ok_with_nothing_pending"), quietly, anything)
    return "ack"


def plain_no(draft: Draft) -> str:
    """A bare no is taken as it is."""
    draft.first(mode("plain_no"), quietly, anything)
    draft.ask("choose", "engage")
    return "plain_no"


def says_sorry_alone(moment: Moment) -> bool:
    """Whether a message is an apology and nothing else."""
    return moment.reading.says("says_sorry") and moment.reading.word_count <= SORRY_WORDS


def plainly_said(name: str) -> Callable[[Draft], str]:
    """Return an answer that is one line of this mode."""

    def answer(draft: Draft) -> str:
        draft.first(mode(name), quietly, anything)
        return name

    return answer


def sit_with_it(draft: Draft) -> str:
    """They want to leave it and carry it; nothing is kept."""
    draft.first(mode("sit_with_it"), mode("silence"), anything)
    return "sit_with_it"


def no_card(draft: Draft) -> str:
    """Nothing is kept, and nothing is missing for it."""
    draft.first(mode("no_card"), mode("pending_declined"), anything)
    return "no_card"


def why_telling(draft: Draft) -> str:
    """They wonder at their own words; the words may stay."""
    draft.first(mode("why_telling"), quietly, anything)
    return "why_telling"


def go_there(draft: Draft) -> str:
    """They agree to look at something: there we go."""
    draft.first(mode("go_there"), back, reflection, anything)
    draft.deepen("reflection_complex", "reflection_double")
    draft.ask()
    return "talk"


def thanks(draft: Draft) -> str:
    """A thank-you is taken in a line."""
    draft.first(mode("thanks"), quietly, anything)
    offers.offer_card(draft)
    return "thanks"


def dont_know(draft: Draft) -> str:
    """Not knowing is an answer; the body is asked for once."""
    scene = draft.moment.scene
    body_known = "watch" in scene.steps_asked or "body_unnamed" not in draft.moment.facts
    if "dont_know" in scene.modes():
        draft.first(mode("dont_know_again"), ids("bk2"), quietly, anything)
    elif body_known:
        draft.first(ids("bk2"), mode("dont_know_again"), anything)
    else:
        draft.first(ids("bk1", "bk2"), mode("dont_know_again"), anything)
    return "dont_know"


def body_or_number(draft: Draft) -> str:
    """Say the place or the number back, leave a hand there, then perhaps the next step."""
    reading = draft.moment.reading
    has_body, has_number = bool(reading.body), reading.rating is not None
    if not (has_body and has_number and draft.say_back()):
        draft.first(ids("rs11", "rs12", "fw1", "fru1", "fru2"), back, reflection, anything)
    if has_body and not draft.line("bdy1"):
        draft.line("bdy2", "rc18")
    elif has_number and not has_body:
        draft.deepen("autonomy")
    draft.ask("ask", "rewire", "follow")
    return "body_or_number"


def what_if(draft: Draft) -> str:
    """A what-if is greeted and not answered."""
    if not draft.first(mode("what_if"), mode("what_if_again")):
        return talk(draft)
    return "what_if"


def past_good_time(draft: Draft) -> str:
    """They have been there: say the scene back, ask what was in it."""
    draft.first(ids("pg3", "pg5", "pg1"), reflection, anything)
    draft.first(mode("past_good_close"), ids("cx02"))
    draft.first(mode("past_good_question"), asking("affirm_how", "follow"))
    return "past_good_time"


def has_good_news(moment: Moment) -> bool:
    """Whether something was done or came good, and didn't slip in the same breath."""
    return moment.reading.says("good_news", "brave") and "slip" not in moment.reading.themes


def good_news(draft: Draft) -> str:
    """Something was done or came good: let it land, offer to keep it."""
    is_brave = draft.moment.reading.says("brave")
    draft.first(mode("brave" if is_brave else "good_news"), back, reflection, anything)
    if len(draft.lines) == 1 and draft.lines[0].entry.id in SAID_BACK:
        draft.deepen()
    offers.offer_win(draft)
    return "practice_did" if is_brave else "good_news"


def self_question(draft: Draft) -> str:
    """`Why do I always do this`: taken as a question, not as a verdict."""
    draft.first(mode("self_question"), reflection, anything)
    return "self_question"


def asks_verdict(draft: Draft) -> str:
    """No verdict on a person."""
    draft.first(mode("asks_verdict"), mode("reassurance_request"), anything)
    return "asks_verdict"


def praise(draft: Draft) -> str:
    """They liked a line; it stays theirs."""
    draft.first(mode("praise"), quietly, anything)
    return "praise"


def is_unreadable(moment: Moment) -> bool:
    """Whether there are no words in it, or a run of keys."""
    low = moment.reading.low
    return not words(low) or bool(_KEYS.search(low))


def unreadable(draft: Draft) -> str:
    """A sign without words."""
    draft.first(
        ids("ur2" if words(draft.moment.reading.low) else "ur1"), mode("unreadable"), anything
    )
    return "unreadable"


def is_other_language(moment: Moment) -> bool:
    """Whether not one everyday word of a language we read is in it."""
    reading = moment.reading
    everyday = frozenset[str]().union(*(lexicon(name).stop for name in LANGUAGES))
    return reading.word_count >= FEW_WORDS and not everyday & set(words(reading.low))


def other_language(draft: Draft) -> str:
    """Say which languages this version reads."""
    draft.first(mode("other_language"), mode("unreadable"), anything)
    return "other_language"


def is_off_topic(moment: Moment) -> bool:
    """Whether it is about something else, and not about them and money either."""
    reading = moment.reading
    return reading.says("off_topic") and not reading.thing and not reading.feeling


def off_topic(draft: Draft) -> str:
    """Say what this coach knows less about, and listen."""
    draft.first(mode("off_topic"), kinds("reflection_simple"), anything)
    draft.ask("choose", "engage")
    return "off_topic"
