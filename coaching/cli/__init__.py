"""The `toney` command. It starts the apps as processes and imports neither of them."""
