"""Closed sets of words. Each is the word used in tables, prompts and on the wire."""

from __future__ import annotations

from enum import StrEnum


class Tension(StrEnum):
    """The seven money tensions."""

    AVOID = "avoid"
    WORRY = "worry"
    CHASE = "chase"
    PERFORM = "perform"
    NUMB = "numb"
    GIVE = "give"
    GRIP = "grip"


class Depth(StrEnum):
    """How deep the person wants to go."""

    LIGHT = "light"
    BALANCED = "balanced"
    DEEP = "deep"


class LearningStyle(StrEnum):
    """What makes something click; a presentation preference only."""

    PRACTICE = "practice"
    STORY = "story"
    INSIGHT = "insight"
    REFLECTION = "reflection"


class Stage(StrEnum):
    """Stage of change, judged from reported behaviour."""

    PRECONTEMPLATION = "precontemplation"
    CONTEMPLATION = "contemplation"
    PREPARATION = "preparation"
    ACTION = "action"
    MAINTENANCE = "maintenance"
    RELAPSE = "relapse"


class Lens(StrEnum):
    """The seven growth lenses."""

    SELF_RECEIVING = "self_receiving"
    EARNING_MINDSET = "earning_mindset"
    MONEY_IDENTITY = "money_identity"
    MONEY_RELATIONSHIPS = "money_relationships"
    FINANCIAL_AWARENESS = "financial_awareness"
    DECISION_CONFIDENCE = "decision_confidence"
    FUTURE_ORIENTATION = "future_orientation"


class LensStatus(StrEnum):
    """Status of a lens."""

    ACTIVE = "active"
    STABILIZING = "stabilizing"
    NOT_READY = "not_ready"


class HypothesisStatus(StrEnum):
    """Status of a guess about a person."""

    CANDIDATE = "candidate"
    SUPPORTED = "supported"
    RETIRED = "retired"


class RetiredBecause(StrEnum):
    """Why a guess was given up; it does not come back, not in other words either."""

    REJECTED = "rejected"
    OFF_TRACK = "off_track"
    UNSUPPORTED = "unsupported"
    REPLACED = "replaced"


class Heard(StrEnum):
    """Evidence of a session about the guess of the previous briefing."""

    OPEN = "open"
    SUPPORTED = "supported"
    REJECTED = "rejected"


class SignalType(StrEnum):
    """Types of signals that the Observer reports."""

    DEFLECTION = "deflection"
    BREAKTHROUGH = "breakthrough"
    EMOTIONAL = "emotional"
    PRACTICE_CHECKIN = "practice_checkin"
    TOPIC_SHIFT = "topic_shift"


class SafetyLevel(StrEnum):
    """How serious a text is."""

    NONE = "none"
    CONCERN = "concern"
    CRISIS = "crisis"


class TurnStatus(StrEnum):
    """States of a turn."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


class TurnKind(StrEnum):
    """Why a turn exists."""

    MESSAGE = "message"
    DECISION = "decision"
    SESSION_OPEN = "session_open"


class CardKind(StrEnum):
    """Kinds of cards (features.md part 3, 22); `noticing` is the starter kind."""

    NOTICING = "noticing"
    REFRAME = "reframe"
    TRUTH = "truth"
    PLAN = "plan"
    PRACTICE = "practice"
    CONVERSATION = "conversation"


class PrescribedBy(StrEnum):
    """Who wrote a card; it stays so, whoever puts it in focus."""

    STRATEGIST = "strategist"
    USER = "user"
    COACH = "coach"


class PrescriptionAction(StrEnum):
    """What the Strategist does with the focus card (A68)."""

    CREATE_NEW = "create_new"
    SET_EXISTING = "set_existing"
    KEEP_CURRENT = "keep_current"
    GRADUATE = "graduate"


class Trigger(StrEnum):
    """Why the Strategist runs (A46–A49)."""

    ONBOARDING = "onboarding"
    SESSION_START = "session_start"
    SESSION_END = "session_end"
    URGENT = "urgent"


class Gap(StrEnum):
    """How a message shows that the coach has lost somebody (part 3, 24)."""

    FLAT = "flat"
    YES_BUT = "yes_but"
    PUSHBACK = "pushback"
    REFUSED = "refused"


class CheckAnswer(StrEnum):
    """How a message answers the question about danger.

    `open`: beside the question, met once more. `left`: beside it again, and the talk goes on.
    `unclear`: neither a yes nor a no, such as "sort of"; it is asked again once, plainly.
    """

    YES = "yes"
    SAFE = "safe"
    OPEN = "open"
    UNCLEAR = "unclear"
    LEFT = "left"


class Role(StrEnum):
    """Agent that calls the model."""

    COACH = "coach"
    OBSERVER = "observer"
    STRATEGIST = "strategist"
    CLOSING = "closing"


class JobStatus(StrEnum):
    """States of a job row."""

    DUE = "due"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class OnboardingStep(StrEnum):
    """The steps of the onboarding (A16)."""

    WELCOME = "welcome"
    QUESTIONS = "questions"
    PATTERN = "pattern"
    STYLE_INTRO = "style_intro"
    STYLE_QUIZ = "style_quiz"
    HOME = "home"


class Importance(StrEnum):
    """How much a memory matters (A71)."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Verdict(StrEnum):
    """What a person says of something that Toney believes (features.md part 3, 3)."""

    TRUE = "true"
    NOT_TRUE = "not_true"
    DONT_USE = "dont_use"
    DIFFERENTLY = "differently"
    DELETED = "deleted"


class MemoryKind(StrEnum):
    """Topics of a memory (A71)."""

    FACT = "fact"
    DECISION = "decision"
    LIFE_EVENT = "life_event"
    COMMITMENT = "commitment"


class Certainty(StrEnum):
    """How a memory was said: plainly, or as a joke, a guess or a plan that is still open."""

    SAID = "said"
    UNSURE = "unsure"


class MemorySource(StrEnum):
    """How a memory came: said in so many words, understood from them, or typed by the person."""

    STATED = "stated"
    INFERRED = "inferred"
    WRITTEN = "written"


class MemoryState(StrEnum):
    """Where a memory stands; `gone` holds no words, and its message is not read for more."""

    ACTIVE = "active"
    WAITING = "waiting"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    GONE = "gone"


class AdminRole(StrEnum):
    """What somebody may do in the admin app: a viewer changes nothing and reads no words."""

    VIEWER = "viewer"
    ADMIN = "admin"
