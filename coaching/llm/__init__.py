"""The model behind a port. The only package that knows the Anthropic SDK."""
