"""Six people, twenty lines each, against what voice.md 6 asks of the offline coach."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from coaching.offline.lexicon import lexicon
from coaching.offline.text import content_words, first_words, words
from coaching.values.context import PastMessage
from tests.coaching.offline.people import TALKS
from tests.coaching.offline.talking import Said, answer, context, converse, stream
from tests.coaching.offline.transcripts import path_of, transcript

FORBIDDEN = re.compile(
    r"\b(?:failed|missed|behind|streak|relapse|should|must|lazy|discipline|cheat|just|simply|"
    r"at least|only|finally|cheap|expensive|wasteful|proud of you|debt|addiction|trauma|denial|"
    r"toxic|mindset|journey|self-sabotage|abundance|deberías|tienes que|simplemente|por fin)\b",
    re.IGNORECASE,
)
QUOTED = re.compile(r"[“«][^”»]*[”»]")
FEWEST, USUAL_LEAST, MOST = 14, 20, 90
everybody = pytest.mark.parametrize("name", TALKS)


@cache
def heard(name: str) -> list[Said]:
    talk = TALKS[name]
    return asyncio.run(converse(talk.session, talk.lines))


def shares_a_word(said: Said, language: str) -> bool:
    stop = lexicon(language).stop
    return bool(content_words(said.message, stop) & content_words(said.text, stop))


def test_four_of_five_replies_share_a_content_word_with_the_newest_message() -> None:
    shares: list[bool] = []
    for name, talk in TALKS.items():
        here = [shares_a_word(one, talk.session.person.language) for one in heard(name)]
        assert sum(here) / len(here) >= 0.75
        shares += here
    assert sum(shares) / len(shares) >= 0.8


@everybody
def test_no_opening_comes_back_within_ten_replies(name: str) -> None:
    openings = [first_words(one.text) for one in heard(name)]
    for place, opening in enumerate(openings):
        assert opening not in openings[max(0, place - 10) : place]


@everybody
def test_one_question_at_most_and_every_third_reply_has_none(name: str) -> None:
    counts = [one.text.count("?") for one in heard(name)]
    assert max(counts) == 1
    assert sum(counts) / len(counts) <= 2 / 3
    in_a_row = [sum(counts[at : at + 3]) for at in range(len(counts) - 2)]
    assert sum(run == 3 for run in in_a_row) <= 2


@everybody
def test_a_question_is_the_last_sentence(name: str) -> None:
    assert all("?" not in one.text or one.text.endswith("?") for one in heard(name))


def test_a_reply_of_two_lines_has_20_to_90_words_mostly() -> None:
    said = [one for name in TALKS for one in heard(name)]
    assert max(len(words(one.text)) for one in said) <= MOST
    talked = [one for one in said if one.mode == "talk" and len(one.meta["template_ids"]) > 2]
    lengths = [len(words(one.text)) for one in talked]
    assert min(lengths) >= FEWEST
    assert sum(length >= USUAL_LEAST for length in lengths) / len(lengths) >= 0.75


@everybody
def test_no_word_that_toney_leaves_alone_stands_outside_quotation_marks(name: str) -> None:
    for one in heard(name):
        assert not FORBIDDEN.search(QUOTED.sub("", one.text)), one.text


@everybody
def test_two_replies_in_a_row_share_no_line(name: str) -> None:
    for before, after in pairwise(heard(name)):
        assert not set(before.meta["template_ids"]) & set(after.meta["template_ids"])


@everybody
def test_it_says_what_it_is_exactly_once(name: str) -> None:
    assert sum("bt1" in one.meta["template_ids"] for one in heard(name)) == 1


@everybody
def test_the_same_words_get_the_same_answer_after_a_restart(name: str) -> None:
    talk, said = TALKS[name], heard(name)
    again = asyncio.run(answer(talk.session, talk.lines[12], said[:12]))
    assert (again.text, again.meta) == (said[12].text, said[12].meta)


@everybody
def test_the_newest_message_may_stand_in_the_history_already(name: str) -> None:
    talk = TALKS[name]
    plain = context(talk.session, talk.lines[4], heard(name)[:4])
    newest = PastMessage("user", talk.lines[4], plain.history[-1].at)
    doubled = replace(plain, history=(*plain.history, newest))
    assert asyncio.run(stream(plain)) == asyncio.run(stream(doubled))


@everybody
def test_the_transcript_in_the_docs_is_what_the_rules_say(name: str) -> None:
    assert path_of(name).read_text("utf-8") == transcript(TALKS[name], heard(name))
