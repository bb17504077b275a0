"""The Strategist by rules: it quotes rather than concludes (voice.md 6.7)."""
