"""What people bring about money on an ordinary day is known for what it is."""

from __future__ import annotations

import pytest

from coaching.offline.features import themes
from coaching.offline.lexicon import lexicon

EN = lexicon("en")
BROUGHT = {
    "the rent goes up in May and I haven't told anyone": "rent",
    "my landlord wants us out by summer": "rent",
    "my wife asked about the account and I went cold": "partner",
    "my dad counted coins at the table every Friday": "parents",
    "it's my niece's wedding and I don't know what to give": "occasion",
    "there's a final notice on the mat again": "debt_letter",
    "I'm in the overdraft before the tenth": "overdraft",
    "they let me go on Monday, by email": "job_loss",
    "the bonus came and it was gone in a week": "bonus",
    "I've put something away and I can't spend it": "holding",
    "everyone tells me to invest and I freeze": "investing",
    "my brother owes me and I can't bring it up": "lending",
    "I lent my cousin the money for the car": "lending",
    "I end up shopping in bed at three": "night_shop",
    "I checked the balance four times before lunch": "checking",
    "my friends all have houses by now": "compare",
    "I halved the invoice before I sent it": "work_price",
    "I want the kids to have what I didn't": "kids",
    "I inherited gran's savings and I can't touch them": "inherited",
    "I'll never be able to retire": "pension",
    "I pay for three subscriptions I never open": "subscriptions",
    "I took another one out to pay the first loan": "new_loan",
}
NOT_ABOUT = {
    "a compartment in the train": "compare",
    "I put it down as milk": "pause",
    "they take it out of my check": "checking",
    "I'm not gonna lie, it's fine": "secret",
    "I have gone back to sixteen degrees": "gone",
    "June drove me both ways": "torn",
    "I sat with the brochure on my knee": "company",
    "I'll send it again in writing": "stuck",
}


@pytest.mark.parametrize("message", BROUGHT)
def test_an_ordinary_topic_is_known(message: str) -> None:
    assert BROUGHT[message] in themes(message, EN)


@pytest.mark.parametrize("message", NOT_ABOUT)
def test_a_word_that_means_something_else_is_no_topic(message: str) -> None:
    assert NOT_ABOUT[message] not in themes(message, EN)
