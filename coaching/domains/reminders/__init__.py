"""Reminders that a person asked for: when, by what way, and what silences them."""
