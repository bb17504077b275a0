"""Amounts in sentences: what was spent or came in, read by rules in English and Spanish."""
