"""Everything that is read: questions, answers, the story, and positions as TOML."""
