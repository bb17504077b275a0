"""Care that needs no model: the screen, the places to turn to, the fixed words."""

from coaching.safety.alarms import (
    asked_about,
    is_by_weight_alone,
    left_to_model,
    may_be_denied,
    may_be_misread,
)
from coaching.safety.country import ELSEWHERE, guessed_country, help_country
from coaching.safety.danger_questions import NO_QUESTION_OF_LIFE, Heard, asked_in, asked_with, hear
from coaching.safety.messages import fixed_message
from coaching.safety.phrase_index import compile_phrases
from coaching.safety.resources import all_resources, countries, resources_for
from coaching.safety.screen import CONTROLLED, prepare, screen
from coaching.safety.sentence_model import Danger, danger
from coaching.values.safety import ABUSE, NOTHING_ASKED, DangerCheck

__all__ = [
    "ABUSE",
    "CONTROLLED",
    "ELSEWHERE",
    "NOTHING_ASKED",
    "NO_QUESTION_OF_LIFE",
    "Danger",
    "DangerCheck",
    "Heard",
    "all_resources",
    "asked_about",
    "asked_in",
    "asked_with",
    "compile_phrases",
    "countries",
    "danger",
    "fixed_message",
    "guessed_country",
    "hear",
    "help_country",
    "is_by_weight_alone",
    "left_to_model",
    "may_be_denied",
    "may_be_misread",
    "prepare",
    "resources_for",
    "screen",
]
