"""The board and the values of pyramids: their classes, the shipped board, and boards as TOML."""
