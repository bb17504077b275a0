"""Flags: what people say is wrong, as a queue for admins and as eval cases."""
