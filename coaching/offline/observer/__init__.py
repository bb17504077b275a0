"""The Observer by rules: what one exchange shows, for the Strategist's eyes."""
