"""Purchases that somebody thinks over: three steps, a day on the shelf, and then they decide."""
