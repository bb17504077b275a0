"""The Strategist by rules: it quotes rather than concludes."""
