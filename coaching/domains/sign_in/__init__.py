"""Signing in with an e-mail link or Google, and keeping a guest's data when they do."""
