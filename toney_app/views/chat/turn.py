from __future__ import annotations

import reflex as rx

from coaching.values.quality import Rating
from toney_app import browser, theme
from toney_app.components.icons import avatar, icon
from toney_app.components.markdown import markdown
from toney_app.components.row_menu import copy_words, entry, row_menu
from toney_app.copy import t
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.chat import present
from toney_app.views.chat.chips import chips
from toney_app.views.chat.draft_card import draft_card
from toney_app.views.chat.off_track_state import OffTrackState
from toney_app.views.chat.rating import rate, what_was_off
from toney_app.views.chat.state import ChatState
from toney_app.views.chat.tool_line import tool_line
from toney_app.views.chat.user_message import said
from toney_app.views.help.safety_card import safety_card, unanswered
from toney_app.views.sessions.closing_state import ClosingState

LONG = 4
"""After so many turns of a talk its end is offered in sight."""

TurnVar = rx.vars.ObjectVar[present.Turn]


@rx.memo
def chat_turn(turn: TurnVar) -> rx.Component:
    """One turn; memoised, so that a streaming reply redraws its own turn only."""
    return rx.el.div(
        rx.cond(turn.divider, _divider(turn)),
        rx.cond(turn.said, said(turn)),
        rx.foreach(turn.tools, lambda tool: tool_line(turn, tool)),
        rx.cond(turn.care_words, _fixed_words(turn)),
        # In a crisis those words are enough when no reply comes.
        rx.cond((turn.status != "") & ~(_has_failed(turn) & turn.care_words), _reply(turn)),
        rx.cond((turn.said_state != "saved") & ~turn.care_words.to(bool) & turn.care, unanswered()),
        rx.cond(turn.care, safety_card(category=turn.category, level=turn.care)),
        class_name="turn",
        data_turn=turn.id,
    )


def _divider(turn: TurnVar) -> rx.Component:
    time = browser.date(turn.at, "time")
    when = rx.cond(
        turn.today,
        t("ui.chat.today_at", time=time),
        t("ui.chat.day_at", day=browser.date(turn.at, "day"), time=time),
    )
    fresh = rx.cond(turn.divider == "session", t("ui.chat.new_session"), "")
    return rx.el.div(
        rx.cond(fresh, rx.el.span(fresh, " · ", when), rx.el.span(when)), class_name="divider"
    )


def _fixed_words(turn: TurnVar) -> rx.Component:
    """The fixed safety text, shown before a model replies."""
    words = rx.el.p(turn.care_words, data_testid="safety-words")
    return rx.el.div(
        rx.cond(turn.named, _who(), _toney_said()),
        rx.el.div(words, class_name="bubble", data_status="done"),
        class_name="reply",
    )


def _reply(turn: TurnVar) -> rx.Component:
    return rx.el.article(
        rx.cond(
            _ended_early(turn),
            _who(rx.el.small(t("ui.chat.ended_early"))),
            rx.cond(turn.named & (turn.care_words == ""), _who(), _toney_said()),
        ),
        _steps(turn),
        rx.match(
            turn.status,
            ("waiting", rx.fragment()),
            ("failed", _bubble(turn, rx.el.p(t("ui.chat.lost_thread")))),
            _bubble(turn, markdown(turn.blocks)),
        ),
        rx.foreach(turn.drafts, draft_card),
        rx.cond(turn.newest & turn.retryable, _try_again(turn)),
        rx.cond(_is_answerable(turn) & (turn.chips.length() > 0), chips(turn)),
        rx.cond(
            turn.newest & (turn.status == "done") & (turn.care != "crisis"),
            rx.el.div(_quiet(turn), what_was_off(turn), class_name="when-calm"),
        ),
        class_name="reply",
        data_testid="message-coach",
        data_agent=turn.agent,
        data_status=turn.status,
    )


def _has_failed(turn: TurnVar) -> rx.Var[bool]:
    return turn.status == "failed"


def _is_answerable(turn: TurnVar) -> rx.Var[bool]:
    is_last_word = turn.newest & (turn.status == "done") & (turn.care != "crisis")
    return is_last_word & ~turn.over & ~ChatState.reading.to(bool)


def _ended_early(turn: TurnVar) -> rx.Var[bool]:
    return rx.Var.create(["stopped", "interrupted", "failed"]).contains(turn.status)


def _who(*how: rx.Component) -> rx.Component:
    return rx.el.div(avatar(), rx.el.span(t("ui.chat.toney")), *how, class_name="who")


def _toney_said() -> rx.Component:
    """Where the name is not repeated for the eye, it is for the ear."""
    return rx.el.span(t("ui.chat.toney_said"), class_name=theme.SCREEN_READER)


def _bubble(turn: TurnVar, *children: rx.Component) -> rx.Component:
    return rx.el.div(*children, class_name="bubble", data_status=turn.status)


def _steps(turn: TurnVar) -> rx.Component:
    """What Toney notes while it thinks, as it comes; with the answer it folds away."""
    return rx.cond(
        turn.status == "waiting",
        rx.fragment(
            rx.foreach(turn.steps, _step),
            rx.el.p(rx.el.span(class_name="dot"), t("ui.chat.thinking"), class_name="think"),
        ),
        rx.cond(turn.steps.length() > 0, _folded_steps(turn)),
    )


def _step(step: rx.Var[str]) -> rx.Component:
    return rx.el.p(
        icon("book_open_text", theme.ICON_SMALL),
        rx.el.span(step, class_name="whitespace-pre-line"),
        class_name="think mb-2",
        data_testid="thinking-step",
    )


def _folded_steps(turn: TurnVar) -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            t("ui.chat.thoughts"),
            class_name=f"link {theme.SMALL} inline-flex min-h-11 items-center",
        ),
        rx.foreach(turn.steps, _step),
        class_name="px-1",
        data_testid="thinking-folded",
    )


def _try_again(turn: TurnVar) -> rx.Component:
    return rx.el.button(
        icon("rotate_ccw", theme.ICON_SMALL),
        t("ui.chat.try_that_again"),
        type="button",
        class_name=f"{theme.SECONDARY} {theme.SLIM} mt-2",
        on_click=ChatState.retry(turn.id),
        data_testid="message-retry",
    )


def _quiet(turn: TurnVar) -> rx.Component:
    """What can be done after a reply, and need not be, behind one button."""
    goes_on = ~(ChatState.reading | turn.over)
    # Only an answer can be off track: what Toney begins with was asked for.
    is_answer = goes_on & (turn.said != "")
    is_long = turn.nth.to(int) >= LONG
    return rx.el.div(
        row_menu(
            t("ui.chat.menu"),
            entry("copy", t("ui.copy"), copy_words(turn.text), "message-copy"),
            rx.cond(turn.keeps & (turn.drafts.length() == 0), _keep(turn)),
            rx.cond(is_answer, _off_track(turn)),
            rx.cond(turn.message_id != "", rate(turn, Rating.HELPED, "thumbs_up")),
            rx.cond(turn.message_id != "", rate(turn, Rating.MISSED, "thumbs_down")),
            rx.cond(goes_on & ~is_long, _end()),
            place="menu-start menu-up",
        ),
        rx.cond(goes_on & is_long, _end_in_sight()),
        class_name="flex items-center gap-x-2 mt-1 -mb-2",
    )


def _off_track(turn: TurnVar) -> rx.Component:
    return entry("undo_2", t("ui.chat.off_track"), OffTrackState.say(turn.id), "off-track")


def _end() -> rx.Component:
    return entry("moon", t("ui.closing.end"), ClosingState.end, "session-end")


def _end_in_sight() -> rx.Component:
    """After some turns the end of a talk is no secret."""
    return rx.el.button(
        icon("moon", theme.ICON_SMALL),
        t("ui.closing.end"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} text-ink-3",
        on_click=ClosingState.end,
        data_testid="session-end-long",
    )


def _keep(turn: TurnVar) -> rx.Component:
    start = [
        CardEditorState.start_from_reply(turn.message_id),
        browser.open_sheet("card-editor"),
    ]
    return entry("bookmark", t("ui.chat.keep_as_card"), start, "keep-card")
