"""Letting an admin read: asked for, given by the person for some hours, and each look recorded."""
