"""Verbs over data, without a model. The owner comes first; services flush and never commit."""
