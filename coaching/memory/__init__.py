"""What Toney knows about a person: how it is kept, joined and let go. Pure; the rows are elsewhere."""
