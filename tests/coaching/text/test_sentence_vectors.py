"""Sentences that mean the same are near each other, whatever words and language they use."""

from __future__ import annotations

import numpy as np

from coaching.text.sentence_vectors import WIDTH, vectors

SAME = [
    ("I can't open my bank letters", "the envelopes from the bank stay closed on my desk"),
    ("I can't open my bank letters", "no puedo abrir las cartas del banco"),
    ("How do I delete my account?", "¿Cómo borro mi cuenta?"),
]


def test_a_paraphrase_is_nearer_than_what_others_mean() -> None:
    ones, others = (vectors(side) for side in zip(*SAME[1:], strict=True))
    near = ones @ others.T
    assert near[0, 0] > near[0, 1]
    assert near[1, 1] > near[1, 0]
    first = vectors(SAME[0])
    assert first[0] @ first[1] > first[0] @ others[1]


def test_each_vector_has_the_same_width_and_length_one() -> None:
    found = vectors(["hello", "a much longer sentence about rent, wages and my mother"])
    assert found.shape == (2, WIDTH)
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-3)


def test_a_text_means_the_same_alone_and_among_others() -> None:
    alone = vectors(["I spent it all again"])[0]
    among = vectors(["Hi", "I spent it all again", "no me alcanza"])[1]
    assert np.allclose(alone, among, atol=1e-4)


def test_no_texts_have_no_vectors() -> None:
    assert vectors([]).shape == (0, WIDTH)
