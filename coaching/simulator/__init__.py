"""The real engine in a space that is thrown away: what it replies to, and what it was asked.

For admins who try out a prompt and for evals. Nothing of it reaches the database of people.
"""
