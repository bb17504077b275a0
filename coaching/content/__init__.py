"""The coach's knowledge as data, with typed, strict loaders. Everything here is pure and cached."""

from coaching.content.catalogue import MissingText, day_in_words, languages, localised, text, texts
from coaching.content.hypotheses import (
    Hypothesis,
    HypothesisChoice,
    as_guess,
    hypotheses_for,
    may_present_hypothesis,
)
from coaching.content.knowledge import (
    ALL_STAGES,
    Knowledge,
    LensDetails,
    StageDetails,
    lens_details,
    load_knowledge,
    stage_color,
    stage_details,
)
from coaching.content.offers import (
    StageOffers,
    fitting_kind,
    load_offers,
    may_ask,
    may_keep,
    may_offer,
    stage_offers,
)
from coaching.content.onboarding import Onboarding, Question, StyleQuestion, load_onboarding
from coaching.content.reading import BrokenContent
from coaching.content.scoring import TensionResult, identify_tension
from coaching.content.shame_words import (
    every_shame_word,
    heaviest,
    shame_words,
    shaming,
    words_to_leave_alone,
)
from coaching.content.style import (
    Style,
    effective_depth,
    effective_tone,
    score_style,
    tone_band,
)
from coaching.content.tensions import (
    ALL_TENSIONS,
    StarterCard,
    TensionDetails,
    load_tensions,
    starter_cards,
    tension_color,
    tension_details,
)
from coaching.content.translations import TRANSLATED, translated

__all__ = [
    "ALL_STAGES",
    "ALL_TENSIONS",
    "TRANSLATED",
    "BrokenContent",
    "Hypothesis",
    "HypothesisChoice",
    "Knowledge",
    "LensDetails",
    "MissingText",
    "Onboarding",
    "Question",
    "StageDetails",
    "StageOffers",
    "StarterCard",
    "Style",
    "StyleQuestion",
    "TensionDetails",
    "TensionResult",
    "as_guess",
    "day_in_words",
    "effective_depth",
    "effective_tone",
    "every_shame_word",
    "fitting_kind",
    "heaviest",
    "hypotheses_for",
    "identify_tension",
    "languages",
    "lens_details",
    "load_knowledge",
    "load_offers",
    "load_onboarding",
    "load_tensions",
    "localised",
    "may_ask",
    "may_keep",
    "may_offer",
    "may_present_hypothesis",
    "score_style",
    "shame_words",
    "shaming",
    "stage_color",
    "stage_details",
    "stage_offers",
    "starter_cards",
    "tension_color",
    "tension_details",
    "text",
    "texts",
    "tone_band",
    "translated",
    "words_to_leave_alone",
]
