"""What a talk costs, counted without a model: requests as they are built, billed as documented."""
