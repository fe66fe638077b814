"""The pieces of the game: their classes, the shipped pieces, and pieces as TOML."""
