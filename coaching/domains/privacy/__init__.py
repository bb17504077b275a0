"""What people can do about their data, and what happens to it by itself."""
