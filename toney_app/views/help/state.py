from __future__ import annotations

import reflex as rx

from coaching.content import all_resources
from coaching.safety import resources_for
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState
from toney_app.views.help import present
