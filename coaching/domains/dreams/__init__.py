"""Dreams: what the money is for. How many are active at a time is limited by the tier."""
