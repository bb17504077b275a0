"""Serving for both apps in plain Python and ASGI, without a framework."""
