"""The tables. Importing this package registers all of them on one metadata."""

import coaching.domains.access_grants.models  # registers its tables
import coaching.domains.admin_access.models  # registers its table
import coaching.domains.announcements.models  # registers its table
import coaching.domains.api_tokens.models  # registers its table
import coaching.domains.app_lock.models  # registers its table
import coaching.domains.check_ins.models  # registers its table
import coaching.domains.directions.models  # registers its table
import coaching.domains.dreams.models  # registers its table
import coaching.domains.goals.models  # registers its tables
import coaching.domains.metrics.models  # registers its tables
import coaching.domains.notes.models  # registers its tables
import coaching.domains.passkeys.models  # registers its tables
import coaching.domains.practices.models  # registers its table
import coaching.domains.purchases.models  # registers its table
import coaching.domains.quality.models  # registers its tables
import coaching.domains.recovery_codes.models  # registers its table
import coaching.domains.reminders.models  # registers its tables
import coaching.domains.sign_in.models  # registers its table
import coaching.domains.transactions.models  # registers its tables  # noqa: F401
from coaching.models.base import Base, Json, Owned, UTCDateTime
from coaching.models.conversations import (
    Conversation,
    ConversationKind,
    Feedback,
    Message,
    MessageRole,
    ModelCall,
    Proposal,
    ProposalState,
    SafetyEvent,
    SessionStatus,
    ToolCall,
    ToolStatus,
    Turn,
)
from coaching.models.growth import (
    BehavioralIntel,
    CoachingBriefing,
    CoachMemory,
    Correction,
    FocusDay,
    ObserverSignal,
    RewireCard,
    Win,
)
from coaching.models.hypotheses import Hypothesis
from coaching.models.operations import (
    AddressDay,
    Admin,
    AdminSession,
    AuditEntry,
    Job,
    Setting,
    SignInFailure,
)
from coaching.models.people import (
    BetaAnalytics,
    Consent,
    Identity,
    IdentityKind,
    Profile,
    Session,
    TensionSource,
    UsageDay,
    User,
    UserState,
)

__all__ = [
    "AddressDay",
    "Admin",
    "AdminSession",
    "AuditEntry",
    "Base",
    "BehavioralIntel",
    "BetaAnalytics",
    "CoachMemory",
    "CoachingBriefing",
    "Consent",
    "Conversation",
    "ConversationKind",
    "Correction",
    "Feedback",
    "FocusDay",
    "Hypothesis",
    "Identity",
    "IdentityKind",
    "Job",
    "Json",
    "Message",
    "MessageRole",
    "ModelCall",
    "ObserverSignal",
    "Owned",
    "Profile",
    "Proposal",
    "ProposalState",
    "RewireCard",
    "SafetyEvent",
    "Session",
    "SessionStatus",
    "Setting",
    "SignInFailure",
    "TensionSource",
    "ToolCall",
    "ToolStatus",
    "Turn",
    "UTCDateTime",
    "UsageDay",
    "User",
    "UserState",
    "Win",
]
