"""Stateless parts of the admin: they get data and draw it."""
