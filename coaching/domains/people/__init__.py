"""The people as admins see them: numbers and states, without their words."""
