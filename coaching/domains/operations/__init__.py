"""Running Toney: jobs, safety events and health, as admins see them."""
