"""What has happened, as text: the story of the game, the steps of its turns, and what the others did since your turn."""
