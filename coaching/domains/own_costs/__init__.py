"""What Toney's AI cost for a person this month: which model, why, the limits, the saving mode."""
