"""What Toney wrote for a person: who saved it and why, with undo (differentiator 7)."""
