"""Who comes into the admin app: passwords, a second factor, invites, roles, sessions."""
