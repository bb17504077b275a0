"""Notes: one thought each, with tags, connected to others."""
