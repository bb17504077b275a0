"""Practices: guided exercises of two to five minutes, the same with and without a model."""
