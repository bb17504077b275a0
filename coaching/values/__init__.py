"""Shapes that agents, services, the offline coach and the faces share. No behaviour."""
