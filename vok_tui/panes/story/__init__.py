"""What has happened, as text: the story of the game, its steps, and what the others did since your turn."""
