"""Texts of Valley of the Kings: menus, questions, the story, obstacles, and positions as TOML."""
