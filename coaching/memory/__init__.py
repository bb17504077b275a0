"""What Toney knows about a person: how it is joined and let go. Pure; rows are elsewhere."""
