"""Groups of exercises for the filters, and an icon for each exercise."""

from __future__ import annotations

GROUPS = ("calm", "look", "talk", "spend", "plan")

OF_PRACTICE = {
    "name_it": ("calm", "tag"),
    "slow_breath": ("calm", "wind"),
    "ride_it_out": ("spend", "waves"),
    "worry_time": ("calm", "clock_3"),
    "worry_or_problem": ("calm", "split"),
    "one_thing_off": ("calm", "list_minus"),
    "guess_then_look": ("look", "eye"),
    "small_steps": ("plan", "footprints"),
    "if_then": ("plan", "git_branch"),
    "wish_obstacle": ("plan", "mountain"),
    "future_day": ("spend", "calendar_days"),
    "kind_words": ("calm", "heart"),
    "what_matters": ("look", "compass"),
    "other_explanation": ("look", "lightbulb"),
    "answer_later": ("talk", "message_circle_reply"),
    "start_a_talk": ("talk", "message_circle"),
    "one_night": ("spend", "moon"),
    "good_thing": ("spend", "sun"),
    "small_test": ("plan", "flask_conical"),
    "let_it_land": ("calm", "smile"),
    "fresh_start": ("plan", "sunrise"),
    "rewind": ("look", "rotate_ccw"),
    "why_it_matters": ("look", "scale"),
    "glad_or_had_to": ("talk", "hand_coins"),
}
