"""Configuration, key bindings and paths."""
