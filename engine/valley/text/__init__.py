"""Texts of the game: menus, questions, the story, obstacles, and positions as TOML."""
