"""Questions, answers and the story in words, and positions as TOML."""
