"""The pieces of the game: what they are, those that come with the game, and those of players as TOML."""
