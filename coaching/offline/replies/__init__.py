"""What the offline coach answers: one plain reply to one message, and at most two chips."""
