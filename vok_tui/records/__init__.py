"""What the player's finished games come to: statistics from the labels of all saves. No file of their own could be lost."""
