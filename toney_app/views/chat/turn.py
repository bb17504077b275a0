from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import avatar, icon
from toney_app.components.markdown import markdown
from toney_app.copy import t
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.chat import present
from toney_app.views.chat.draft_card import draft_card
from toney_app.views.chat.off_track_state import OffTrackState
from toney_app.views.chat.state import ChatState
from toney_app.views.help.safety_card import safety_card
from toney_app.views.sessions.closing_state import ClosingState

TurnVar = rx.vars.ObjectVar[present.Turn]


@rx.memo
def chat_turn(turn: TurnVar) -> rx.Component:
    """One turn; memoised, so that a streaming reply redraws its own turn only."""
    return rx.el.div(
        rx.cond(turn.divider, _divider(turn)),
        rx.cond(turn.said, _said(turn)),
        rx.foreach(turn.tools, lambda tool: _tool(turn, tool)),
        rx.cond(turn.care_words, _fixed_words(turn)),
        # In a crisis those words are enough when no reply comes.
        rx.cond((turn.status != "") & ~(_has_failed(turn) & turn.care_words), _reply(turn)),
        rx.cond(turn.care, safety_card(turn.resources, is_crisis=turn.care == "crisis")),
        class_name="turn",
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


def _said(turn: TurnVar) -> rx.Component:
    return rx.fragment(
        rx.el.div(
            turn.said,
            class_name="said",
            data_testid="message-user",
            data_status=turn.said_state,
        ),
        rx.match(
            turn.said_state,
            ("pending", _state("clock_3", t("ui.chat.kept"))),
            ("failed", _not_sent(turn)),
            rx.fragment(),
        ),
    )


def _state(name: str, words: rx.Var[str]) -> rx.Component:
    return rx.el.p(icon(name, theme.ICON_SMALL), words, class_name="said-state said-state-late")


def _not_sent(turn: TurnVar) -> rx.Component:
    return rx.el.p(
        icon("circle_alert", theme.ICON_SMALL),
        rx.cond(turn.problem, t(turn.problem), t("ui.chat.not_sent")),
        rx.el.button(
            t("ui.chat.try_again"),
            type="button",
            class_name="underline underline-offset-3 min-h-11 px-1",
            special_props=[browser.send_again(turn.key)],
        ),
        class_name="said-state",
        data_bad="true",
        role="alert",
    )


def _tool(turn: TurnVar, tool: rx.vars.ObjectVar[present.Tool]) -> rx.Component:
    undone = ChatState.undone.contains(tool.call_id)
    label = rx.cond(undone, t("ui.tool.undone"), t(f"ui.tool.{tool.name}.{tool.state}"))
    look = rx.match(
        rx.cond(undone, "undone", tool.state),
        ("running", rx.el.span(class_name="dot")),
        ("failed", icon("circle_alert", theme.ICON_SMALL, "text-danger!")),
        ("undone", icon("undo_2", theme.ICON_SMALL)),
        icon("check", theme.ICON_SMALL),
    )
    saves = (tool.name == "save_card") | (tool.name == "save_win")
    can_undo = (tool.state == "done") & ~undone & saves
    return rx.el.div(
        look,
        rx.el.span(label),
        rx.cond(
            can_undo & (tool.name == "save_card"),
            rx.el.button(
                t("ui.tool.edit"),
                type="button",
                on_click=[
                    CardEditorState.start_from_kept(turn.id, tool.call_id),
                    browser.open_sheet("card-editor"),
                ],
                data_testid="card-edit-kept",
            ),
        ),
        rx.cond(
            can_undo,
            rx.el.button(
                t("ui.undo"),
                type="button",
                on_click=ChatState.undo(turn.id, tool.call_id),
                data_testid="undo",
            ),
        ),
        class_name="tool",
        role="status",
    )


def _fixed_words(turn: TurnVar) -> rx.Component:
    """What people wrote for this moment: it is there before any model answers."""
    words = rx.el.p(turn.care_words, data_testid="safety-words")
    return rx.el.div(
        rx.cond(turn.named, _who()),
        rx.el.div(words, class_name="bubble", data_status="done"),
        class_name="reply",
    )


def _reply(turn: TurnVar) -> rx.Component:
    is_open = (turn.status == "waiting") | (turn.status == "streaming")
    return rx.el.article(
        rx.cond(
            _ended_early(turn),
            _who(rx.el.small(t("ui.chat.ended_early"))),
            rx.cond(turn.named & (turn.care_words == ""), _who()),
        ),
        rx.cond(is_open, _steps(turn)),
        rx.match(
            turn.status,
            ("waiting", rx.fragment()),
            ("failed", _bubble(turn, rx.el.p(t("ui.chat.lost_thread")))),
            _bubble(turn, markdown(turn.blocks)),
        ),
        rx.foreach(turn.drafts, draft_card),
        rx.cond(turn.newest & turn.retryable, _try_again(turn)),
        rx.cond(turn.newest & (turn.status == "done") & (turn.care != "crisis"), _quiet(turn)),
        class_name="reply",
        data_testid="message-coach",
        data_agent=turn.agent,
        data_status=turn.status,
    )


def _has_failed(turn: TurnVar) -> rx.Var[bool]:
    return turn.status == "failed"


def _ended_early(turn: TurnVar) -> rx.Var[bool]:
    return rx.Var.create(["stopped", "interrupted", "failed"]).contains(turn.status)


def _who(*how: rx.Component) -> rx.Component:
    return rx.el.div(avatar(), rx.el.span(t("ui.chat.toney")), *how, class_name="who")


def _bubble(turn: TurnVar, *children: rx.Component) -> rx.Component:
    return rx.el.div(*children, class_name="bubble", data_status=turn.status)


def _steps(turn: TurnVar) -> rx.Component:
    """The last thing that was done; until there is one, that Toney is thinking."""
    step = turn.steps.to(list[str])[-1]
    return rx.fragment(
        rx.cond(
            step,
            rx.el.p(
                icon("book_open_text", theme.ICON_SMALL),
                step,
                class_name="think mb-2",
                data_testid="thinking-step",
            ),
        ),
        rx.cond(
            turn.status == "waiting",
            rx.el.p(
                rx.el.span(class_name="dot"),
                t("ui.chat.thinking"),
                class_name="think",
            ),
        ),
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
    """What can be done after a reply, and need not be."""
    return rx.el.div(
        rx.cond(turn.drafts.length() > 0, rx.fragment(), _keep(turn)),
        rx.cond(ChatState.reading | turn.over, rx.fragment(), _about_the_talk(turn)),
        class_name="flex flex-wrap gap-x-1 -mb-2",
    )


def _about_the_talk(turn: TurnVar) -> rx.Component:
    """Only an answer can be off track: what Toney begins with was asked for."""
    return rx.fragment(rx.cond(turn.said, _off_track(turn)), _end())


def _off_track(turn: TurnVar) -> rx.Component:
    return rx.el.button(
        icon("undo_2", theme.ICON_SMALL),
        t("ui.chat.off_track"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} text-ink-3",
        on_click=OffTrackState.say(turn.id),
        data_testid="off-track",
    )


def _end() -> rx.Component:
    return rx.el.button(
        icon("moon", theme.ICON_SMALL),
        t("ui.closing.end"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} text-ink-3",
        on_click=ClosingState.end,
        data_testid="session-end",
    )


def _keep(turn: TurnVar) -> rx.Component:
    return rx.el.button(
        icon("bookmark", theme.ICON_SMALL),
        t("ui.chat.keep_as_card"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} text-ink-3",
        on_click=[
            CardEditorState.start_from_reply(turn.message_id),
            browser.open_sheet("card-editor"),
        ],
        data_testid="keep-card",
    )
