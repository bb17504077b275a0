"""What both apps need to be served, as plain Python and ASGI: no framework is imported here."""
