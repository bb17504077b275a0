"""Directions: ongoing intentions in the person's words; archived, never completed."""
