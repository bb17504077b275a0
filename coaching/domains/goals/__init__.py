"""Goals: the next concrete thing, with milestones, if-then plans and small steps."""
