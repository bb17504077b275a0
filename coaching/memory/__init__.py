"""Rules for merging and dropping what Toney knows about a person. Pure functions, no I/O."""
