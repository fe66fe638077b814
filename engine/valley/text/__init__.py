"""Words of the game: menus, questions, the story, why something is not possible, positions as TOML."""
