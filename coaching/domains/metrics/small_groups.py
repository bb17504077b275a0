"""Which counts of people by a trait may be shown: a small group could point at one of them."""

SMALLEST_GROUP = 10
"""A number that fewer people stand behind is not shown: it could point at one of them."""


def shown(people: int) -> int | None:
    """Return a count, or None for a group so small that it could point at somebody."""
    return None if 0 < people < SMALLEST_GROUP else people
